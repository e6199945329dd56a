"""The C++ rules of this project: Bazel's own, built in less time.

The standard library, absl and GoogleTest are read from precompiled headers. A
file still has to include what it uses: clang-tidy, and --define=pch=0, read it
without them. Tests are not optimised, which is sooner done; what they test is.

In somebody else's workspace there are no precompiled headers, which want all
files to have the same flags, and no warnings.
"""

load(":flags.bzl", "EXACT_COPTS")

# What is not optimised: tests and their helpers. A fuzzer has no use for their
# coverage, which takes a third of their compile time.
TEST_COPTS = ["-O0"] + select({
    "//build_defs:fuzzing": [
        "-fno-sanitize=fuzzer-no-link",
        "-fno-profile-instr-generate",
        "-fno-coverage-mapping",
    ],
    "//conditions:default": [],
})

_GOOGLETEST = ["@com_google_googletest//:gtest", "@com_google_googletest//:gtest_main"]
_WITHOUT = "//build_defs:without_pch"

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

def _declare(rule, srcs, deps, copts, optimize, kwargs):
    # .bazelrc says in which configurations these are built and tested.
    if native.package_name().split("/")[0] == "fuzz":
        kwargs["tags"] = kwargs.get("tags", []) + ["sanitized"]
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
    rule(srcs = srcs, deps = deps, copts = copts, **kwargs)

def cc_library(srcs = [], deps = [], copts = [], optimize = None, **kwargs):
    """native.cc_library; part of a test, and not optimised, if it uses gtest."""
    if optimize == None:
        optimize = (type(deps) != "list" or
                    not any([dep in _GOOGLETEST for dep in deps]))
    _declare(native.cc_library, srcs, deps, copts, optimize, kwargs)

def cc_binary(srcs = [], deps = [], copts = [], **kwargs):
    """native.cc_binary."""
    _declare(native.cc_binary, srcs, deps, copts, True, kwargs)

def cc_test(srcs = [], deps = [], copts = [], optimize = False, **kwargs):
    """native.cc_test.

    Args:
      srcs: as there.
      deps: as there.
      copts: as there.
      optimize: whether the test does so much itself that it has to be fast.
      **kwargs: as there.
    """
    _declare(native.cc_test, srcs, deps, copts, optimize, kwargs)
