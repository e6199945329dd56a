"""Compiles a cc_library, and all that it needs, for another system with clang.

What is compiled are the sources of Bazel's own targets: no list of them is kept.
"""

load(":flags.bzl", "EXACT_COPTS")
load(":joined.bzl", "join")

CLANG = "/usr/bin/clang++-19"

# clang finds another compiler's headers by where that is.
_ENV = {"PATH": "/usr/bin"}

_Sources = provider(
    doc = "The C++ files of a target and of what it depends on.",
    fields = ["sources", "headers"],
)

def _collect_impl(_target, ctx):
    files = []
    for name in ["srcs", "hdrs", "textual_hdrs"]:
        files += [
            file
            for file in getattr(ctx.rule.files, name, [])
            # Joined files are made from the others: leave them out.
            if file.is_source or "_joined_" not in file.basename
        ]
    below = [
        dep[_Sources]
        for dep in getattr(ctx.rule.attr, "deps", [])
        if _Sources in dep
    ]
    return [_Sources(
        sources = depset(
            [file for file in files if file.extension == "cc"],
            transitive = [each.sources for each in below],
        ),
        headers = depset(
            [file for file in files if file.extension != "cc"],
            transitive = [each.headers for each in below],
        ),
    )]

collect = aspect(implementation = _collect_impl, attr_aspects = ["deps"])

# Headers of other projects that many files include are read once: pch.bzl says
# how, and why. clang writes down where the header is: no sandbox, and not for
# other folders.
def _precompile(ctx, flags, headers, forced):
    first = [f for f in ctx.files._pch if f.extension == "h"][0]
    names = [first.path, forced] + ctx.attr.precompiled
    names.append("build_defs/exact_math.h")
    header = ctx.actions.declare_file(ctx.label.name + "_pch.h")
    ctx.actions.write(
        header,
        "".join(['#include "%s"\n' % name for name in names]),
    )
    out = ctx.actions.declare_file(ctx.label.name + ".pch")
    ctx.actions.run(
        executable = CLANG,
        arguments = flags + [
            "-fpch-instantiate-templates",
            "-Xclang",
            "-fno-pch-timestamp",
            "-xc++-header",
            header.path,
            "-o",
            out.path,
        ],
        env = _ENV,
        execution_requirements = {
            "no-cache": "1",
            "no-sandbox": "1",
        },
        inputs = depset([first, header], transitive = [headers]),
        mnemonic = "CrossPrecompile",
        outputs = [out],
    )
    return [header, out]

# As the targets have them joined, but without what is left out: files, and what
# each includes.
def _join(ctx, sources):
    folders = {}
    for source in sources:
        folders.setdefault(source.dirname, []).append(source)
    joined = []
    for folder, some in folders.items():
        name = "%s/%s/joined" % (ctx.label.name, folder)
        joined += [(file, some) for file in join(ctx, name, some)]
    return joined


def cross_objects(ctx, flags, folders, forced, is_left_out, is_alone, copts):
    """Compiles ctx.attr.library, what it needs, and ctx.files.srcs and outside.

    Args:
      ctx: of a rule with CROSS_ATTRS.
      flags: of all sources.
      folders: of the system's headers.
      forced: a header that each source reads first.
      is_left_out: whether a source of ours is: a function of (ctx, file).
      is_alone: whether a source of ours is not joined with others and reads its
        headers itself: a function of a file.
      copts: what a source has besides: a function of (ctx, file).

    Returns:
      a list of files.
    """
    own = ctx.attr.library[_Sources]
    outside = ctx.files.headers
    context = ctx.attr.library[CcInfo].compilation_context
    includes = ["-isystem" + folder for folder in (
        folders + context.system_includes.to_list() + context.includes.to_list() + [
            [f.path for f in outside if f.path.endswith(end)][0][:-len(end)]
            for end in ctx.attr.found_by
        ]
    )]
    headers = depset(
        ctx.files.shims + outside,
        transitive = [own.headers],
    )
    kept = [file for file in own.sources.to_list() if not is_left_out(ctx, file)]
    alone = [file for file in kept if is_alone(file)]
    joined = _join(ctx, [file for file in kept if not is_alone(file)])
    as_cxx = flags + EXACT_COPTS + ["-iquote."] + includes
    precompiled = _precompile(ctx, as_cxx, headers, forced)
    private = [f for f in outside if f.path.endswith("/private/common.h")][0]
    private = private.dirname[:-len("/private")]
    as_c = flags + includes + ["-xc", "-iquote" + private]
    objects = []
    by_themselves = alone + ctx.files.srcs + ctx.files.outside
    for source, included in joined + [(file, []) for file in by_themselves]:
        if source.extension not in ["cc", "cpp"]:
            how = as_c
        elif source in alone:
            how = as_cxx + ["-include", forced]
        else:
            how = as_cxx + ["-include-pch", precompiled[1].path]
        object = ctx.actions.declare_file(
            "_objs/%s/%s.o" % (ctx.label.name, source.path.replace("/", "_")),
        )
        ctx.actions.run(
            executable = CLANG,
            arguments = how + copts(ctx, source) + [
                "-c",
                source.path,
                "-o",
                object.path,
            ],
            env = _ENV,
            # Two thousand headers: to lay them out takes as long as to compile.
            execution_requirements = {"no-sandbox": "1"},
            inputs = depset(
                [source] + included + precompiled,
                transitive = [headers],
            ),
            mnemonic = "CrossCompile",
            outputs = [object],
            progress_message = "Compiling %s for %s" %
                               (source.short_path, ctx.label),
        )
        objects.append(object)
    return objects

CROSS_ATTRS = {
    "found_by": attr.string_list(
        doc = "Of each folder of outside headers, how the path of one ends.",
    ),
    "headers": attr.label_list(doc = "Of other projects."),
    "library": attr.label(aspects = [collect], mandatory = True),
    "out": attr.output(mandatory = True),
    "outside": attr.label_list(
        allow_files = [".c", ".cc", ".cpp"],
        doc = "Sources of other projects; what is not used is left out.",
    ),
    "precompiled": attr.string_list(
        doc = "Headers that are read once, besides //build_defs:std_pch.",
    ),
    "shims": attr.label_list(
        allow_files = True,
        doc = "Headers for what the system's library lacks or has too large, " +
              "found before its own.",
    ),
    "srcs": attr.label_list(allow_files = [".cc"]),
    "without": attr.string_list(
        doc = "Sources of ours that are left out, by how their paths begin.",
    ),
    "_pch": attr.label(default = "//build_defs:std_pch"),
}
