"""Flags without which clipguard does not compile, or gives other bits.

They are part of every target, and come after what a command line or a .bazelrc
asks for, so that they hold in everybody's build.
"""

# Results are promised to be bit-identical on any machine, with any compiler and
# any kernel. These flags undo -ffast-math and its parts; and a compiler that
# contracts a*b+c into a fused instruction would round once instead of twice,
# and only where the processor has it. simd/exact_math.h refuses the remaining
# flags.
EXACT_COPTS = [
    "-std=c++20",
    "-fno-fast-math",
    "-fno-unsafe-math-optimizations",
    "-fno-associative-math",
    "-fno-reciprocal-math",
    "-fno-finite-math-only",
    "-fsigned-zeros",
    "-ffp-contract=off",
]
