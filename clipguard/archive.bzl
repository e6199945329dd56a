"""merged_archive: a library of this project and all of ours it needs, as one .a."""

def _pic_impl(settings, _attr):
    # For all, that the precompiled headers fit.
    return {
        "//command_line_option:copt": (
            settings["//command_line_option:copt"] + ["-fPIC"]
        ),
    }

# The installed archive may be linked into shared libraries.
_pic = transition(
    implementation = _pic_impl,
    inputs = ["//command_line_option:copt"],
    outputs = ["//command_line_option:copt"],
)

def _impl(ctx):
    toolchain = ctx.attr._cc_toolchain[cc_common.CcToolchainInfo]
    archives = []
    for dep in ctx.attr.deps:
        for linked in dep[CcInfo].linking_context.linker_inputs.to_list():
            if linked.owner.workspace_name != ctx.label.workspace_name:
                continue
            for library in linked.libraries:
                file = library.static_library or library.pic_static_library
                if file not in archives:
                    archives.append(file)
    archive = ctx.actions.declare_file("lib%s.a" % ctx.attr.library)
    script = ctx.actions.declare_file(ctx.label.name + ".mri")
    ctx.actions.write(script, "".join(
        ["create %s\n" % archive.path] +
        ["addlib %s\n" % file.path for file in archives] +
        ["save\n", "end\n"],
    ))
    ctx.actions.run_shell(
        arguments = [toolchain.ar_executable, script.path],
        command = '"$1" -M <"$2"',
        inputs = depset(
            [script] + archives,
            transitive = [toolchain.all_files],
        ),
        mnemonic = "MergeArchives",
        outputs = [archive],
        progress_message = "Merging the libraries of %s" % ctx.label,
    )
    return [DefaultInfo(
        files = depset([archive]),
        runfiles = ctx.runfiles(files = [archive]),
    )]

merged_archive = rule(
    implementation = _impl,
    attrs = {
        "deps": attr.label_list(
            cfg = _pic,
            mandatory = True,
            providers = [CcInfo],
        ),
        "library": attr.string(mandatory = True),
        "_allowlist_function_transition": attr.label(
            default = "@bazel_tools//tools/allowlists/function_transition_allowlist",
        ),
        "_cc_toolchain": attr.label(
            default = "@bazel_tools//tools/cpp:current_cc_toolchain",
        ),
    },
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
)
