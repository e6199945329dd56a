"""Rules that check a workspace's own animation files: docs/ci.md.

    load("@clipguard//:defs.bzl", "clipguard_test")

    clipguard_test(
        name = "animations_test",
        srcs = glob(["assets/**"]),
    )
"""

# Compiled once for all configurations, and optimised: what is wrong with a file
# is the same everywhere.
_TOOL = {
    "_tool": attr.label(
        cfg = "exec",
        default = "//:tool",
        executable = True,
    ),
}

_FILES = {
    "baseline": attr.label(allow_single_file = True),
    "config": attr.label(allow_single_file = True),
    "resources": attr.label_list(allow_files = True),
    "resources_folder": attr.string(),
    "srcs": attr.label_list(
        allow_files = True,
        mandatory = True,
    ),
    "strict": attr.bool(),
}

def _path(file):
    return file.path

def _short_path(file):
    return file.short_path

def _flags(ctx, files, path_of, root):
    """The flags that attributes stand for.

    Args:
      ctx: of the rule.
      files: the list of srcs.
      path_of: the name of a file where clipguard runs.
      root: where the package's files are there.

    Returns:
      All but those of the format.
    """
    flags = ["--files-from=" + path_of(files)]
    if ctx.file.config:
        flags.append("--config=" + path_of(ctx.file.config))
    else:
        flags.append("--no-config")
    if ctx.file.baseline:
        flags.append("--baseline=" + path_of(ctx.file.baseline))
    if ctx.attr.strict:
        flags.append("--strict")
    if ctx.attr.resources_folder:
        flags.append("--resources=" + "/".join([
            part
            for part in [root, ctx.label.package, ctx.attr.resources_folder]
            if part
        ]))

    # Bazel's files are links.
    return flags + ["--follow-symlinks"]

def _extra_files(ctx):
    return ctx.files.resources + ctx.files.config + ctx.files.baseline

def _test_impl(ctx):
    files = ctx.actions.declare_file(ctx.label.name + ".files")
    ctx.actions.write(
        files,
        "".join([file.short_path + "\n" for file in ctx.files.srcs]),
    )
    flags = ctx.actions.declare_file(ctx.label.name + ".flags")
    ctx.actions.write(flags, "".join([
        flag + "\n"
        for flag in _flags(ctx, files, _short_path, "")
    ]))
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    ctx.actions.expand_template(
        is_executable = True,
        output = script,
        substitutions = {
            "{FLAGS}": flags.short_path,
            "{TOOL}": ctx.executable._tool.short_path,
        },
        template = ctx.file._script,
    )
    return [DefaultInfo(
        executable = script,
        runfiles = ctx.runfiles(
            files = (
                [files, flags, ctx.executable._tool] + ctx.files.srcs +
                _extra_files(ctx)
            ),
        ),
    )]

_clipguard_test = rule(
    implementation = _test_impl,
    attrs = dict(
        _script = attr.label(
            allow_single_file = True,
            default = "//clipguard:test.sh",
        ),
        **dict(_TOOL, **_FILES)
    ),
    test = True,
)

def _resources(folder):
    if not folder:
        return []
    return native.glob([folder + "/**"])

def clipguard_test(
        name,
        srcs,
        strict = False,
        resources = None,
        config = None,
        baseline = None,
        **kwargs):
    """A test that passes if clipguard finds no error in the files.

    Files of other programs are counted, and are no error. The log has the
    verdict, the test's XML a case for each file. A report as JSON lines and one
    as SARIF are among the test's undeclared outputs
    (bazel-testlogs/NAME/test.outputs/outputs.zip).

    Args:
      name: of the test.
      srcs: the files; glob(["assets/**"]) or labels.
      strict: whether warnings count as errors.
      resources: a folder of the package, a mod's assets: where the armatures of
        state machines are looked up.
      config: a clipguard.toml. Without it there is none, wherever one lies.
      baseline: a file that `clipguard validate --write-baseline` wrote.
      **kwargs: as for any test: args (further flags of `clipguard validate`),
        shard_count, size, tags, ...
    """
    _clipguard_test(
        name = name,
        srcs = srcs,
        strict = strict,
        resources = _resources(resources),
        resources_folder = resources or "",
        config = config,
        baseline = baseline,
        **kwargs
    )

def _filegroup_impl(ctx):
    files = ctx.actions.declare_file(ctx.label.name + ".files")
    ctx.actions.write(
        files,
        "".join([file.path + "\n" for file in ctx.files.srcs]),
    )
    report = ctx.actions.declare_file(ctx.label.name + ".clipguard.txt")
    ctx.actions.run_shell(
        arguments = (
            [ctx.executable._tool.path, report.path] +
            _flags(ctx, files, _path, ctx.label.workspace_root)
        ),
        command = """
            "$1" validate "${@:3}" >"$2" || {
              status=$?
              cat "$2" >&2
              exit "$status"
            }
        """,
        inputs = depset([files] + ctx.files.srcs + _extra_files(ctx)),
        mnemonic = "ClipguardValidate",
        outputs = [report],
        progress_message = "Checking the animation files of %s" % ctx.label,
        tools = [ctx.attr._tool[DefaultInfo].files_to_run],
    )
    return [
        DefaultInfo(
            files = depset(ctx.files.srcs),
            runfiles = ctx.runfiles(files = ctx.files.srcs),
        ),
        OutputGroupInfo(_validation = depset([report])),
    ]

_clipguard_filegroup = rule(
    implementation = _filegroup_impl,
    attrs = dict(_TOOL, **_FILES),
)

def clipguard_filegroup(
        name,
        srcs,
        strict = False,
        resources = None,
        config = None,
        baseline = None,
        **kwargs):
    """A filegroup that does not build if clipguard finds an error in its files.

    The files are checked beside the build, as a validation action: whatever uses
    them does not wait for it.

    Args:
      name: of the filegroup.
      srcs: as in clipguard_test.
      strict: as there.
      resources: as there.
      config: as there.
      baseline: as there.
      **kwargs: as for any target: visibility, tags, ...
    """
    _clipguard_filegroup(
        name = name,
        srcs = srcs,
        strict = strict,
        resources = _resources(resources),
        resources_folder = resources or "",
        config = config,
        baseline = baseline,
        **kwargs
    )
