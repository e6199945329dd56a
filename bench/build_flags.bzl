"""The flags that C++ is compiled with, for programs that tell."""

load("@bazel_tools//tools/build_defs/cc:action_names.bzl", "ACTION_NAMES")
load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain")
load("//build_defs:flags.bzl", "EXACT_COPTS")

def _build_flags_impl(ctx):
    toolchain = find_cpp_toolchain(ctx)
    features = cc_common.configure_features(
        ctx = ctx,
        cc_toolchain = toolchain,
        requested_features = ctx.features,
        unsupported_features = ctx.disabled_features,
    )
    flags = cc_common.get_memory_inefficient_command_line(
        feature_configuration = features,
        action_name = ACTION_NAMES.cpp_compile,
        variables = cc_common.create_compile_variables(
            feature_configuration = features,
            cc_toolchain = toolchain,
            user_compile_flags = (ctx.fragments.cpp.copts +
                                  ctx.fragments.cpp.cxxopts + EXACT_COPTS),
        ),
    )

    # Warnings, and what makes builds reproducible, change no code.
    telling = [
        flag
        for flag in flags
        if not flag.startswith(("-W", "-D__", "-c", "-MD", "-frandom-seed"))
    ]
    ctx.actions.write(ctx.outputs.out, """\
#include "bench/build_flags.h"

namespace clipguard::bench {
const char* const kBuildFlags = R"flags(%s)flags";
}
""" % " ".join(telling))

build_flags = rule(
    implementation = _build_flags_impl,
    doc = "Writes the source file for build_flags.h.",
    attrs = {
        "out": attr.output(mandatory = True),
        "_cc_toolchain": attr.label(
            default = "@bazel_tools//tools/cpp:current_cc_toolchain",
        ),
    },
    fragments = ["cpp"],
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
)
