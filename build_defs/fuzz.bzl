"""cc_fuzz_family: the fuzz properties of a folder, in two programs."""

load(":cc.bzl", "cc_binary", "cc_library", "cc_test")

_FUZZING = "//build_defs:fuzzing"

def cc_fuzz_family(name, deps, shards, srcs = None, size = "medium"):
    """Declares a program for some properties, and the test that replays their seeds.

    Which properties there are, with what seeds and dictionaries, is in the
    sources (fuzz/shared/property.h); the program prints it with --list-properties.

    :NAME         a program. With --config=fuzz, a fuzzer of the property that
                  --property=NAME says (libFuzzer's flags and folders; `bazel
                  run` adds dictionary and seeds, see fuzz/shared/engine.cc);
                  without it, it replays the files and folders it is given, or
                  the seeds, and any compiler builds it. It is built where it is
                  asked for, and not by //... .
    :NAME_replay  a test: every seed of every property once, without an engine.

    Args:
      name: of the program.
      deps: the properties' libraries.
      shards: of the replay test.
      srcs: the properties: files that end with CLIPGUARD_FUZZ_PROPERTY. Without:
        all *_fuzz.cc of the folder.
      size: of each shard.
    """
    inputs = ["//fuzz:inputs"]
    cc_library(
        name = name + "_properties",
        srcs = native.glob(["*_fuzz.cc"]) if srcs == None else srcs,
        alwayslink = True,
        # Each has a Run().
        joined = False,
        deps = deps + ["//fuzz/shared"],
    )
    cc_binary(
        name = name,
        data = inputs,
        linkopts = select({
            _FUZZING: ["$(LIB_FUZZING_ENGINE)"],
            "//conditions:default": [],
        }),
        # Where there is no engine, it is the replay once more: //... leaves it out.
        tags = [
            "fuzz",
            "manual",
        ],
        deps = [":" + name + "_properties"] + select({
            _FUZZING: ["//fuzz/shared:engine"],
            "//conditions:default": ["//fuzz/shared:replay_main"],
        }),
    )
    cc_test(
        name = name + "_replay",
        size = size,
        srcs = [],
        data = inputs,
        shard_count = shards,
        tags = ["replay"],
        deps = [":" + name + "_properties", "//fuzz/shared:replay_main"],
    )
