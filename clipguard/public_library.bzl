"""public_cc_library: libraries of this project as others see them.

Users include "clipguard/...", and see no other header: a folder parser/ or eval/
of their own stays theirs.
"""

def _impl(ctx):
    merged = cc_common.merge_cc_infos(
        cc_infos = [dep[CcInfo] for dep in ctx.attr.deps],
    )
    outside = cc_common.merge_cc_infos(
        cc_infos = [dep[CcInfo] for dep in ctx.attr.outside_deps],
    )
    ours = [
        file
        for file in merged.compilation_context.headers.to_list()
        if (file.is_source and
            file.owner.workspace_name == ctx.label.workspace_name)
    ]
    folder = ctx.actions.declare_directory(ctx.label.name + "_include")
    ctx.actions.run(
        executable = ctx.executable._script,
        arguments = (
            [folder.path, ctx.label.workspace_root or "."] + ctx.attr.headers
        ),
        inputs = ours,
        mnemonic = "PublicHeaders",
        outputs = [folder],
        progress_message = "Writing the headers of %s" % ctx.label,
    )
    mine = cc_common.create_compilation_context(
        headers = depset([folder]),
        system_includes = depset([folder.path]),
    )
    contexts = cc_common.merge_cc_infos(cc_infos = [
        CcInfo(compilation_context = mine),
        CcInfo(compilation_context = outside.compilation_context),
    ])
    return [
        DefaultInfo(
            files = depset([folder]),
            # For //clipguard:install.
            data_runfiles = ctx.runfiles(files = [folder]),
            default_runfiles = ctx.runfiles(),
        ),
        OutputGroupInfo(headers = depset([folder])),
        CcInfo(
            compilation_context = contexts.compilation_context,
            linking_context = merged.linking_context,
        ),
    ]

public_cc_library = rule(
    implementation = _impl,
    attrs = {
        "deps": attr.label_list(
            doc = "This project's libraries.",
            mandatory = True,
            providers = [CcInfo],
        ),
        "headers": attr.string_list(
            doc = "The interface: headers of deps. What they include is public, too.",
            mandatory = True,
        ),
        "outside_deps": attr.label_list(
            doc = "Others' libraries whose headers the interface includes.",
            providers = [CcInfo],
        ),
        "_script": attr.label(
            cfg = "exec",
            default = "//clipguard:public_headers",
            executable = True,
        ),
    },
    provides = [CcInfo],
)
