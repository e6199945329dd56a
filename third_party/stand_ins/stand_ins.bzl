"""Stand-ins for repositories that Bazel's own @bazel_tools loads by name.

Bazel's releases download them. Debian's Bazel is built without a network, and
its rules are native: a few lines that name these do, and nothing is downloaded.
"""

_RULES = {
    "rules_cc": ("cc", [
        "cc_binary",
        "cc_import",
        "cc_library",
        "cc_proto_library",
        "cc_test",
        "cc_toolchain",
        "cc_toolchain_suite",
        "objc_library",
    ]),
    "rules_java": ("java", [
        "java_binary",
        "java_import",
        "java_library",
        "java_package_configuration",
        "java_plugin",
        "java_proto_library",
        "java_runtime",
        "java_test",
        "java_toolchain",
    ]),
    "rules_proto": ("proto", [
        "proto_lang_toolchain",
        "proto_library",
    ]),
}

# Each test depends on coverage_report_generator by an implicit attribute, so
# that the repository must exist even where nobody asks for coverage.
_COVERAGE_TOOLS = "".join(["""
sh_binary(
    name = "%s",
    srcs = ["merge_lcov.sh"],
    visibility = ["//visibility:public"],
)
""" % name for name in ["coverage_report_generator", "lcov_merger"]])

# Bazel 7 asks for these two as well; they come with its package. A repository
# that nobody asks for is not looked at, so that Bazel 4 does not mind a folder
# that is not there.
_OF_BAZEL_7 = {
    "bazel_skylib": "/usr/share/bazel/tools/skylib",
    "rules_python": "/usr/share/bazel/rules/python",
}

def _impl(rctx):
    rctx.file("WORKSPACE", "workspace(name = %r)\n" % rctx.name)
    for path, text in rctx.attr.files.items():
        rctx.file(path, text, executable = False)
    for target, path in rctx.attr.links.items():
        rctx.symlink(target, path)

_stand_in = repository_rule(
    implementation = _impl,
    attrs = {
        "files": attr.string_dict(doc = "{path: text}"),
        "links": attr.label_keyed_string_dict(doc = "{file: path}"),
    },
)

def stand_ins():
    """Declares those that the workspace does not have yet."""
    for name, (folder, rules) in _RULES.items():
        if not native.existing_rule(name):
            _stand_in(name = name, files = {
                folder + "/BUILD.bazel": "",
                folder + "/defs.bzl": "".join(
                    ["%s = native.%s\n" % (rule, rule) for rule in rules],
                ),
            })
    if not native.existing_rule("remote_coverage_tools"):
        _stand_in(
            name = "remote_coverage_tools",
            files = {"BUILD.bazel": _COVERAGE_TOOLS},
            links = {
                Label("//third_party/stand_ins:merge_lcov.sh"): "merge_lcov.sh",
            },
        )
    for name, path in _OF_BAZEL_7.items():
        if not native.existing_rule(name):
            native.local_repository(name = name, path = path)
