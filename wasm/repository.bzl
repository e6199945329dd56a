"""wasm_source: what the module is made of besides our own files.

abseil, libsodium and zlib as source, because the distribution has them compiled for
the processor alone, and the headers of the libraries that are nothing but
headers. Made when //wasm:clipguard is built for the first time.
"""

# Folders of /usr/include. The others there are for the processor's libraries.
_HEADERS = [
    "fast_float",
    "rapidjson",
    "sodium",
    "sodium.h",
    "toml++",
    "xsimd",
]

_BUILD = """
package(default_visibility = ["//visibility:public"])

filegroup(
    name = "abseil",
    srcs = glob(
        ["source/libabsl-dev/absl/**/*.cc"],
        exclude = [
            "**/*benchmark*",
            "**/*_test*.cc",
            "**/*test_*.cc",
            "**/*mock*",
            "source/libabsl-dev/absl/flags/**",
            "source/libabsl-dev/absl/random/**",
            "source/libabsl-dev/absl/synchronization/**",
            "source/libabsl-dev/absl/time/**",
            "source/libabsl-dev/absl/debugging/**",
            "source/libabsl-dev/absl/log/**",
            "source/libabsl-dev/absl/container/**",
            "source/libabsl-dev/absl/profiling/**",
            "source/libabsl-dev/absl/crc/**",
            "source/libabsl-dev/absl/base/internal/low_level_alloc.cc",
            "source/libabsl-dev/absl/base/internal/sysinfo.cc",
            "source/libabsl-dev/absl/base/internal/thread_identity.cc",
            "source/libabsl-dev/absl/base/internal/poison.cc",
        ],
    ) + ["source/libabsl-dev/absl/container/internal/raw_hash_set.cc"],
)

filegroup(
    name = "sodium",
    srcs = glob([
        "source/libsodium-dev/src/libsodium/crypto_generichash/*.c",
        "source/libsodium-dev/src/libsodium/crypto_generichash/blake2b/ref/*-ref.c",
        "source/libsodium-dev/src/libsodium/crypto_generichash/blake2b/ref/generic*.c",
    ]),
)

filegroup(
    name = "zlib",
    srcs = ["source/zlib1g-dev/%s.c" % name for name in [
        "adler32",
        "compress",
        "crc32",
        "deflate",
        "trees",
        "zutil",
    ]],
)

filegroup(
    name = "headers",
    srcs = glob([
        "source/libabsl-dev/absl/**/*.h",
        "source/libabsl-dev/absl/**/*.inc",
        "source/libsodium-dev/src/libsodium/**/*.h",
        "source/zlib1g-dev/*.h",
        "headers/**",
    ]),
)
"""

def _impl(rctx):
    made = rctx.execute(
        ["sh", rctx.path(Label("//wasm:debian_source.sh")), "source"] +
        ["libabsl-dev", "libsodium-dev", "zlib1g-dev"],
        timeout = 600,
    )
    if made.return_code != 0:
        fail("the sources cannot be had:\n%s\n%s" % (made.stdout, made.stderr))
    for name in _HEADERS:
        rctx.symlink("/usr/include/" + name, "headers/" + name)
    rctx.file("BUILD.bazel", _BUILD)

wasm_source = repository_rule(implementation = _impl)
