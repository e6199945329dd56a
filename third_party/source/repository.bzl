"""debian_source: what is made for other systems is made of, besides our own files.

Libraries as source, because the distribution has them compiled for this system
alone, and the headers of those that are nothing but headers. Made when
//wasm:clipguard or //windows:clipguard is built for the first time.
"""

# Folders of /usr/include. The others there are for the processor's libraries.
_HEADERS = [
    "fast_float",
    "libpng16/pnglibconf.h",
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
            "**/print_hash_of.cc",
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
        "inffast",
        "inflate",
        "inftrees",
        "trees",
        "zutil",
    ]],
)

filegroup(
    name = "pictures",
    srcs = glob([
        "source/libpng-dev/png*.c",
        "source/libsquish-dev/*.cpp",
    ], exclude = ["**/pngtest.c", "**/example.c"]),
)

filegroup(
    name = "headers",
    srcs = glob([
        "source/libabsl-dev/absl/**/*.h",
        "source/libabsl-dev/absl/**/*.inc",
        "source/libsodium-dev/src/libsodium/**/*.h",
        "source/libpng-dev/*.h",
        "source/libsquish-dev/*.h",
        "source/libsquish-dev/*.inl",
        "source/zlib1g-dev/*.h",
        "headers/**",
    ]),
)
"""

def _impl(rctx):
    made = rctx.execute(
        ["sh", rctx.path(Label("//third_party/source:debian_source.sh")), "source"] +
        ["libabsl-dev", "libpng-dev", "libsodium-dev", "libsquish-dev", "zlib1g-dev"],
        timeout = 600,
    )
    if made.return_code != 0:
        fail("the sources cannot be had:\n%s\n%s" % (made.stdout, made.stderr))
    for name in _HEADERS:
        rctx.symlink("/usr/include/" + name, "headers/" + name.split("/")[-1])
    rctx.file("BUILD.bazel", _BUILD)

debian_source = repository_rule(implementation = _impl)
