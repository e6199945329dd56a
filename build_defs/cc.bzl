"""The C++ rules of this project: Bazel's own, built in less time.

The standard library, absl and GoogleTest are read from precompiled headers. A
file still has to include what it uses: clang-tidy, and --define=pch=0, read it
without them. Sources of a target are compiled together: joined.bzl. Tests are not
optimised, which is sooner done; what they test is.

In somebody else's workspace there are no precompiled headers, which want all
files to have the same flags, no joined sources, and no warnings.

What most targets would say alike is said here:

*   A library that names no sources has all of its folder's, and a test all of
    its folder's tests, but what `exclude` names. Names tell what is what:
    x_test.cc is a test, x_fuzz.cc is a fuzz property (fuzz.bzl), and test_x.h
    and test_x.cc are helpers of tests, which are targets of their own.
*   All have absl's strings, statuses, spans and function references, and tests
    have GoogleTest's main().
*   All of this project sees them, but those in fuzz/ only fuzz/ does. Those in
    fuzz/, corpus/ and testing/ are for tests only.
"""

load(":flags.bzl", "EXACT_COPTS")
load(":joined.bzl", "joined_sources")

# Options of code that is not optimised: tests and their helpers. A fuzzer has
# no use for their coverage. UBSan checks them, and headers' inline code in
# them, in tools/nightly.sh only. Together that would be half of their compile
# time.
_NO_COVERAGE = [
    "-fno-sanitize=fuzzer-no-link",
    "-fno-profile-instr-generate",
    "-fno-coverage-mapping",
]
TEST_COPTS = ["-O0"] + select({
    "//build_defs:fuzzing": _NO_COVERAGE + ["-fno-sanitize=undefined"],
    "//build_defs:thorough": _NO_COVERAGE,
    "//conditions:default": [],
})

_GTEST_MAIN = "@com_google_googletest//:gtest_main"
_GOOGLETEST = ["@com_google_googletest//:gtest", _GTEST_MAIN]

# A part of each target, and of its precompiled header.
STD_DEPS = [
    "@com_google_absl//absl/functional:function_ref",
    "@com_google_absl//absl/hash",
    "@com_google_absl//absl/status:statusor",
    "@com_google_absl//absl/strings",
    "@com_google_absl//absl/strings:str_format",
    "@com_google_absl//absl/types:span",
]

_TEST_ROOMS = ["corpus", "fuzz", "testing"]
_WITHOUT = "//build_defs:without_pch"
_SEPARATE = "//build_defs:separate"

def _room():
    return native.package_name().split("/")[0]

# The folder's files with one of these ends, but tests and what is for them.
def _all(ends, exclude):
    return native.glob(
        ["*" + end for end in ends],
        exclude = ["*_test.cc", "*_fuzz.cc", "test_*"] + exclude,
    )

def _has_sources(srcs):
    if type(srcs) != "list":
        return True
    return any([not source.endswith(".h") for source in srcs])

def _flags(pch):
    # The make variable is the folder that the header was written to.
    return select({
        _WITHOUT: [],
        "//conditions:default": ["-include $(BINDIR)/build_defs/%s.h" % pch],
    })

def _deps(pch):
    return select({
        _WITHOUT: [],
        "//conditions:default": ["//build_defs:" + pch],
    })

# Found by way of the workspace's own -iquote. Comes after the precompiled header,
# which has to be first.
_CHECK = ["-include build_defs/exact_math.h"]

def is_guest():
    """Whether this is an external repository of somebody else's workspace."""
    return native.repository_name() not in ["@", "@@"]

# Has the sources of a target compiled together, where there are several, and
# returns what is then to be compiled, and a dependency with what it includes.
def _join(name, srcs, testonly):
    sources = [source for source in srcs if source.endswith(".cc")]
    if len(sources) < 2 or is_guest():
        return srcs, []
    joined = name + "_joined"
    joined_sources(name = joined, testonly = testonly, srcs = sources)
    native.cc_library(
        name = name + "_sources",
        testonly = testonly,
        textual_hdrs = sources,
        visibility = ["//visibility:private"],
    )
    srcs = [source for source in srcs if source not in sources]
    return srcs + select({
        _SEPARATE: sources,
        "//conditions:default": [":" + joined],
    }), [":" + name + "_sources"]

def _declare(rule, srcs, deps, copts, optimize, kwargs, joined = True):
    # .bazelrc says in which configurations these are built and tested.
    if _room() == "fuzz":
        tags = kwargs.get("tags", [])
        kwargs["tags"] = tags if "every_build" in tags else tags + ["sanitized"]
        kwargs.setdefault("visibility", ["//fuzz:__subpackages__"])
    kwargs.setdefault("visibility", ["//:__subpackages__"])
    if _room() in _TEST_ROOMS:
        kwargs.setdefault("testonly", True)
    deps = deps + STD_DEPS
    if _has_sources(srcs) and srcs:
        # Another instruction set is another configuration for clang: targets
        # with flags of their own read their headers themselves.
        pch = None if copts else "std_pch"
        copts = EXACT_COPTS + copts
        if not optimize:
            pch = "test_pch"
            copts = copts + TEST_COPTS
        if is_guest():
            copts = copts + ["-w"]
        elif pch:
            copts = copts + _flags(pch)
            deps = deps + _deps(pch)
        copts = copts + _CHECK
        deps = deps + ["//build_defs:exact_math"]
        if joined and type(srcs) == "list":
            testonly = kwargs.get("testonly", rule == native.cc_test)
            srcs, sources = _join(kwargs["name"], srcs, testonly)
            deps = deps + sources
    rule(srcs = srcs, deps = deps, copts = copts, **kwargs)

def cc_library(
        srcs = None,
        hdrs = None,
        textual_hdrs = None,
        exclude = [],
        deps = [],
        copts = [],
        optimize = None,
        joined = True,
        **kwargs):
    """native.cc_library; part of a test, and not optimised, if it uses gtest.

    Args:
      srcs: as there. Without srcs, hdrs and textual_hdrs: all of the folder, see
        above.
      hdrs: as there.
      textual_hdrs: as there.
      exclude: patterns of what is then left out.
      deps: as there.
      copts: as there.
      optimize: whether it is optimised all the same.
      joined: whether no two sources have a name in common: joined.bzl.
      **kwargs: as there.
    """
    if srcs == None and hdrs == None and textual_hdrs == None:
        srcs = _all([".cc"], exclude)
        hdrs = _all([".h"], exclude)
        textual_hdrs = _all([".inc"], exclude)
    if optimize == None:
        optimize = (type(deps) != "list" or
                    not any([dep in _GOOGLETEST for dep in deps]))
    _declare(
        native.cc_library,
        srcs or [],
        deps,
        copts,
        optimize,
        dict(hdrs = hdrs or [], textual_hdrs = textual_hdrs or [], **kwargs),
        joined,
    )

def cc_binary(srcs = [], deps = [], copts = [], **kwargs):
    """native.cc_binary."""
    _declare(native.cc_binary, srcs, deps, copts, True, kwargs)

def cc_test(
        srcs = None,
        exclude = [],
        deps = [],
        copts = [],
        optimize = False,
        **kwargs):
    """native.cc_test.

    Args:
      srcs: as there. Without: all *_test.cc of the folder.
      exclude: patterns of what is then left out.
      deps: as there.
      copts: as there.
      optimize: whether the test does so much itself that it has to be fast.
      **kwargs: as there.
    """
    if srcs == None:
        srcs = native.glob(["*_test.cc"], exclude = exclude)
    deps = deps + [_GTEST_MAIN]
    _declare(native.cc_test, srcs, deps, copts, optimize, kwargs)

# What a header promises to those who use it in C.
_C_COPTS = ["-std=c99", "-pedantic-errors", "-Wall", "-Wextra", "-Werror"]

def c_binary(**kwargs):
    """native.cc_binary, of C."""
    native.cc_binary(copts = _C_COPTS, **kwargs)

def c_test(**kwargs):
    """native.cc_test, of C."""
    native.cc_test(copts = _C_COPTS, **kwargs)
