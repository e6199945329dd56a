"""wasm_source: what the module is made of besides our own files.

abseil as source, because the distribution has it compiled for the processor
alone, and the headers of the libraries that are nothing but headers. Made when
//wasm:clipguard is built for the first time.
"""

# Folders of /usr/include. The others there are for the processor's libraries.
_HEADERS = ["fast_float", "rapidjson", "toml++", "xsimd"]

_BUILD = """
package(default_visibility = ["//visibility:public"])

filegroup(
    name = "abseil",
    srcs = glob(
        ["abseil/source/absl/**/*.cc"],
        exclude = [
            "**/*benchmark*",
            "**/*_test*.cc",
            "**/*test_*.cc",
            "**/*mock*",
            "abseil/source/absl/flags/**",
            "abseil/source/absl/random/**",
            "abseil/source/absl/synchronization/**",
            "abseil/source/absl/time/**",
            "abseil/source/absl/debugging/**",
            "abseil/source/absl/log/**",
            "abseil/source/absl/container/**",
            "abseil/source/absl/profiling/**",
            "abseil/source/absl/crc/**",
            "abseil/source/absl/base/internal/low_level_alloc.cc",
            "abseil/source/absl/base/internal/sysinfo.cc",
            "abseil/source/absl/base/internal/thread_identity.cc",
            "abseil/source/absl/base/internal/poison.cc",
        ],
    ),
)

filegroup(
    name = "headers",
    srcs = glob([
        "abseil/source/absl/**/*.h",
        "abseil/source/absl/**/*.inc",
        "headers/**",
    ]),
)
"""

def _impl(rctx):
    made = rctx.execute(
        ["sh", rctx.path(Label("//wasm:abseil_source.sh")), "abseil"],
        timeout = 600,
    )
    if made.return_code != 0:
        fail("abseil's source cannot be had:\n%s\n%s" % (made.stdout, made.stderr))
    for name in _HEADERS:
        rctx.symlink("/usr/include/" + name, "headers/" + name)
    rctx.file("BUILD.bazel", _BUILD)

wasm_source = repository_rule(implementation = _impl)
