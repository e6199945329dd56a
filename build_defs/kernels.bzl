"""How files for an instruction set are compiled."""

# What simd/kernel.cc asks a processor for. xsimd 13 takes no DQ without CD.
AVX512_COPTS = [
    "-mavx512f",
    "-mavx512cd",
    "-mavx512bw",
    "-mavx512dq",
    "-mavx512vl",
]
