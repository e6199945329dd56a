"""kernel_library: inner loops that exist once for each instruction set."""

load(":cc.bzl", "cc_library")

# The instruction sets for which simd/instruction_set.cc checks the processor.
# xsimd takes no DQ without CD.
KERNELS = {
    "neon": struct(cpu = "aarch64", copts = []),
    "sse2": struct(cpu = "x86_64", copts = []),
    "fma": struct(cpu = "x86_64", copts = ["-mfma"]),
    "avx2": struct(
        cpu = "x86_64",
        copts = [
            "-mavx2",
            "-mfma",
            "-mbmi",
            "-mpopcnt",
        ],
    ),
    "avx512": struct(
        cpu = "x86_64",
        copts = [
            "-mavx512f",
            "-mavx512cd",
            "-mavx512bw",
            "-mavx512dq",
            "-mavx512vl",
            "-mbmi",
            "-mpopcnt",
        ],
    ),
}

# Unrolled, but not vectorised automatically: what is to be a vector is written
# as one. In anybody's unoptimised build, too: some of g++'s functions for
# instructions have operands that are constants only after inlining.
VECTOR_COPTS = [
    "-O3",
    "-fno-tree-vectorize",
    "-fno-tree-slp-vectorize",
]

def kernel_library(
        name,
        kernels = ["neon", "sse2", "avx2", "avx512"],
        hdrs = [],
        deps = [],
        vector_deps = [],
        scalar_deps = []):
    """The functions of NAME.h (see simd/dispatch.h), in all versions.

    :NAME               all versions that the processor's family can have
    :NAME_header        NAME.h alone
    :NAME_symbols_test  no version defines what a linker could merge

    NAME_scalar.cc is the version for every machine; for each other kernel,
    NAME_KERNEL.cc is compiled with the flags of that instruction set. All may
    include NAME_*.inc.

    Args:
      name: as above.
      kernels: which versions there are besides the scalar one.
      hdrs: headers of all versions, besides NAME.h.
      deps: what the headers need.
      vector_deps: what the vector versions need.
      scalar_deps: what the scalar version needs.
    """
    header = name + "_header"
    textual_hdrs = native.glob([name + "_*.inc"], allow_empty = True)
    cc_library(name = header, hdrs = [name + ".h"] + hdrs, deps = deps)
    for kernel in kernels:
        cc_library(
            name = name + "_" + kernel,
            srcs = ["%s_%s.cc" % (name, kernel)],
            copts = VECTOR_COPTS + KERNELS[kernel].copts,
            target_compatible_with = ["@platforms//cpu:" + KERNELS[kernel].cpu],
            textual_hdrs = textual_hdrs,
            deps = [":" + header] + vector_deps,
        )

    versions = {"//conditions:default": []}
    for cpu in ["aarch64", "x86_64"]:
        versions["@platforms//cpu:" + cpu] = [
            ":%s_%s" % (name, kernel)
            for kernel in kernels
            if KERNELS[kernel].cpu == cpu
        ]
    cc_library(
        name = name,
        srcs = [name + "_scalar.cc"],
        copts = VECTOR_COPTS,
        textual_hdrs = textual_hdrs,
        deps = [":" + header] + scalar_deps + select(versions),
    )
    archives = name + "_archives"
    native.filegroup(name = archives, srcs = select(versions))
    native.sh_test(
        name = name + "_symbols_test",
        size = "small",
        srcs = ["//simd:kernel_symbols_test.sh"],
        args = ["$(rootpaths :%s)" % archives],
        data = [":" + archives],
    )
