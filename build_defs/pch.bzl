"""precompiled_header: headers that the compiler reads once.

Reading the standard library, absl and GoogleTest takes half the time of a
build. With a precompiled header the compiler does that once for each
configuration, not for each file.
"""

def _precompiled_header_impl(ctx):
    toolchain = ctx.attr._cc_toolchain[cc_common.CcToolchainInfo]
    features = cc_common.configure_features(
        ctx = ctx,
        cc_toolchain = toolchain,
        requested_features = ctx.features,
        unsupported_features = ctx.disabled_features,
    )

    # The options of the files that read the header. Otherwise clang refuses it.
    context = cc_common.merge_cc_infos(
        cc_infos = [dep[CcInfo] for dep in ctx.attr.deps],
    ).compilation_context
    variables = cc_common.create_compile_variables(
        cc_toolchain = toolchain,
        feature_configuration = features,
        user_compile_flags = (
            ctx.fragments.cpp.copts + ctx.fragments.cpp.cxxopts + ctx.attr.copts
        ),
        include_directories = context.includes,
        quote_include_directories = depset(
            ["."],
            transitive = [context.quote_includes],
        ),
        system_include_directories = context.system_includes,
        preprocessor_defines = context.defines,
    )
    flags = cc_common.get_memory_inefficient_command_line(
        feature_configuration = features,
        action_name = "c++-compile",
        variables = variables,
    )
    # `-include FOLDER/NAME.h` takes FOLDER/NAME.h.gch, if it is there and fits.
    header = ctx.actions.declare_file(ctx.label.name + ".h")
    precompiled = ctx.actions.declare_file(ctx.label.name + ".h.gch")
    ctx.actions.write(
        header,
        "".join(["#include %s\n" % name for name in ctx.attr.includes]),
    )
    compiler = toolchain.compiler_executable
    source = [header.path]
    redirection = ""
    if "clang" in compiler.split("/")[-1]:
        # clang would write down the full name of a file, and look for it again
        # in other sandboxes; and it would want it to be as old as it was.
        source = ["-", "-Xclang", "-fno-pch-timestamp", "-fpch-instantiate-templates"]
        redirection = " <" + header.path
    ctx.actions.run_shell(
        command = '"$@"' + redirection,
        arguments = (
            [compiler] + flags + ["-x", "c++-header"] + source +
            ["-o", precompiled.path]
        ),
        inputs = depset(
            [header],
            transitive = [toolchain.all_files, context.headers],
        ),
        mnemonic = "PrecompileHeader",
        outputs = [precompiled],
        progress_message = "Precompiling the headers of %s" % ctx.label.name,
    )
    files = depset([header, precompiled])
    return [
        DefaultInfo(files = files),
        CcInfo(compilation_context = cc_common.create_compilation_context(
            headers = depset(
                [header, precompiled],
                transitive = [context.headers],
            ),
        )),
    ]

precompiled_header = rule(
    implementation = _precompiled_header_impl,
    doc = "Precompiles system headers; cc.bzl has the flag for those that read it.",
    attrs = {
        "includes": attr.string_list(mandatory = True),
        "deps": attr.label_list(providers = [CcInfo]),
        "copts": attr.string_list(),
        "_cc_toolchain": attr.label(
            default = "@bazel_tools//tools/cpp:current_cc_toolchain",
        ),
    },
    fragments = ["cpp"],
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
)
