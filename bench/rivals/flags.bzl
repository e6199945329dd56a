"""The flags that rivals are compiled with.

Rivals get what a user who wants speed would give them: the optimiser's best,
the CPU's fused multiply-add, and no promise to be the same everywhere.
(Rivals() finds none on a CPU without AVX2.)
"""

EXACT_RIVAL_COPTS = [
    "-O3",
    "-fno-math-errno",
] + select({
    "@platforms//cpu:x86_64": [
        "-mavx2",
        "-mfma",
    ],
    "//conditions:default": [],
})

RIVAL_COPTS = EXACT_RIVAL_COPTS + ["-ffp-contract=fast"]
