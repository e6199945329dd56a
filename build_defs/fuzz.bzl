"""cc_fuzz_test: one fuzz target, two programs."""

load(":cc.bzl", "cc_binary", "cc_library", "cc_test")

_FUZZING = "//build_defs:fuzzing"

def cc_fuzz_test(
        name,
        srcs,
        deps = [],
        corpus = None,
        seeds = {},
        dict = None,
        options = None,
        size = "medium",
        **kwargs):
    """Declares a libFuzzer target and the test that replays its corpus.

    :NAME         a program. With --config=fuzz, a fuzzer (libFuzzer's flags and
                  folders; `bazel run` adds dictionary and seeds, see
                  engine_init.cc); without it, it replays the files and folders
                  it is given, and any compiler builds it. It is built where it
                  is asked for, and not by //... .
    :NAME_replay  a test: every file of the corpus once, without an engine.

    Args:
      name: of the target.
      srcs: the harness: LLVMFuzzerTestOneInput and no main().
      deps: its libraries.
      corpus: folder of seeds and past crashes, or a list of such folders,
        relative to the package. "corpus/NAME" unless given.
      seeds: further folders, from other packages: {label of a filegroup with
        their files: folder relative to the workspace}.
      dict: libFuzzer dictionary: a file of the package, or the label of one
        of another.
      options: libFuzzer options file, kept beside the target for packagers.
      size: of the replay test.
      **kwargs: for the cc_library of the harness (copts, ...).
    """
    if corpus == None:
        corpus = "corpus/" + name
    folders = [corpus] if type(corpus) == "string" else corpus
    here = native.package_name() + "/" if native.package_name() else ""
    dict_path = None
    if dict:
        dict_path = (dict[2:].replace(":", "/") if dict.startswith("//") else here + dict)
    main = select({
        _FUZZING: ["//build_defs:engine_init"],
        "//conditions:default": ["//build_defs:replay_main"],
    })
    engine = select({
        _FUZZING: ["$(LIB_FUZZING_ENGINE)"],
        "//conditions:default": [],
    })

    seed_folders = [here + folder for folder in folders] + seeds.values()

    # An empty corpus is a mistake, told at once.
    patterns = [folder + "/**" for folder in folders]
    files = native.glob(patterns, allow_empty = False) if patterns else []
    native.filegroup(
        name = name + "_corpus",
        testonly = True,
        srcs = files + seeds.keys(),
    )
    cc_library(
        name = name + "_entry",
        testonly = True,
        srcs = srcs,
        alwayslink = True,
        deps = deps,
        **kwargs
    )
    cc_binary(
        name = name,
        testonly = True,
        args = (["--default-work=" + name] +
                (["--default-dict=" + dict_path] if dict else []) +
                ["--default-seeds=" + folder for folder in seed_folders]),
        data = [":" + name + "_corpus"] +
               [file for file in [dict, options] if file],
        linkopts = engine,
        # Where there is no engine, it is the replay once more: //... leaves it out.
        tags = [
            "fuzz",
            "manual",
        ],
        deps = [":" + name + "_entry"] + main,
    )

    # .ci/run reads the folders and the dictionary from these arguments.
    cc_test(
        name = name + "_replay",
        size = size,
        args = ["-runs=0"] +
               (["-dict=" + dict_path] if dict else []) +
               seed_folders,
        data = [":" + name + "_corpus"] + ([dict] if dict else []),
        tags = ["fuzz_replay"],
        deps = [":" + name + "_entry", "//build_defs:replay_main"],
    )
