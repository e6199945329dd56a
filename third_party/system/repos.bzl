"""Every outside library of this project, with the labels its upstream uses.

Because the labels are upstream's, `--override_repository` can replace one of
them by a checkout of its source.
"""

load(":system_library.bzl", _system_library = "system_library")

# All of absl is one link group: the linker takes only the members that are
# used, and the list of archives changes with every release.
#
# No hash containers and no Mutex on purpose: with the distribution's prebuilt
# archives they misbehave under ASan and TSan.
_ABSL = [
    "absl/algorithm:container",
    "absl/base:core_headers",
    "absl/base:endian",
    "absl/cleanup:cleanup",
    "absl/container:inlined_vector",
    "absl/functional:function_ref",
    "absl/hash:hash",
    "absl/numeric:bits",
    "absl/numeric:int128",
    "absl/random:random",
    "absl/status:status",
    "absl/status:statusor",
    "absl/strings:cord",
    "absl/strings:str_format",
    "absl/strings:strings",
    "absl/time:time",
    "absl/types:optional",
    "absl/types:span",
]

def _if_missing(name, **kwargs):
    if not native.existing_rule(name):
        _system_library(name = name, **kwargs)

def system_repos(is_module = False):
    """Declares what the library and the program are made of.

    Args:
      is_module: whether this is a module extension, where there is no WORKSPACE
        that may have them already.
    """
    system_library = _system_library if is_module else _if_missing
    absl = {":all": ["absl_*"]}
    absl.update({label: [":all"] for label in _ABSL})
    system_library(
        name = "com_google_absl",
        apt = "libabsl-dev",
        headers = ["absl/status/statusor.h"],
        linkopts = ["-pthread"],
        targets = absl,
    )
    # Headers only.
    system_library(
        name = "xsimd",
        apt = "libxsimd-dev",
        headers = ["xsimd/xsimd.hpp"],
        targets = {":xsimd": []},
    )
    system_library(
        name = "fast_float",
        apt = "libfast-float-dev",
        headers = ["fast_float/fast_float.h"],
        targets = {":fast_float": []},
    )
    system_library(
        name = "cli11",
        apt = "libcli11-dev",
        headers = ["CLI/CLI.hpp"],
        targets = {":cli11": []},
    )
    system_library(
        name = "tomlplusplus",
        apt = "libtomlplusplus-dev",
        edits = {
            # Promises to the compiler that a hostile text breaks: a table's
            # header may begin with something else than a key.
            "impl/preprocessor.h": [
                "#define TOML_ASSERT_ASSUME(expr) TOML_ASSUME(expr)",
                "#define TOML_ASSERT_ASSUME(expr) static_assert(true)",
                "#define TOML_ASSERT_ASSUME(expr) TOML_ASSERT(expr)",
                "#define TOML_ASSERT_ASSUME(expr) static_assert(true)",
            ],
        },
        headers = ["toml++/toml.h"],
        targets = {":tomlplusplus": []},
    )
    system_library(
        name = "rapidjson",
        apt = "rapidjson-dev",
        edits = {
            # 1.1.0 assigns to a const member in a function that nobody calls;
            # clang-19 refuses to read it. Upstream removed the function.
            "document.h": [
                "GenericStringRef& operator=(const GenericStringRef& rhs) " +
                "{ s = rhs.s; length = rhs.length; }",
                "",
            ],
            # Adds to a null pointer while the stack is empty: UBSan stops.
            "internal/stack.h": [
                "stackTop_ + sizeof(T) * count > stackEnd_",
                "sizeof(T) * count > static_cast<size_t>(stackEnd_ - stackTop_)",
                "stackTop_ + sizeof(T) * count <= stackEnd_",
                "sizeof(T) * count <= static_cast<size_t>(stackEnd_ - stackTop_)",
            ],
        },
        headers = ["rapidjson/document.h"],
        targets = {":rapidjson": []},
    )

def test_repos():
    """Declares what only tests and benchmarks use."""
    _if_missing(
        name = "com_google_googletest",
        apt = "libgtest-dev libgmock-dev",
        headers = [
            "gtest/gtest.h",
            "gmock/gmock.h",
        ],
        linkopts = ["-pthread"],
        targets = {
            ":gtest": ["gtest", "gmock"],
            ":gtest_main": ["gmock_main", ":gtest"],
        },
    )
    _if_missing(
        name = "com_github_google_benchmark",
        apt = "libbenchmark-dev",
        headers = ["benchmark/benchmark.h"],
        linkopts = ["-pthread"],
        targets = {
            ":benchmark": ["benchmark"],
            ":benchmark_main": ["benchmark_main", ":benchmark"],
        },
    )
    _if_missing(
        name = "simdjson",
        apt = "libsimdjson-dev",
        headers = ["simdjson.h"],
        targets = {":simdjson": ["simdjson"]},
    )
