#!/bin/bash
# Builds the evaluators for 64-bit ARM, runs them in an emulator, and compares
# their bits with those of this machine's kernels (testing/kernel_hash.h).
#
#   tools/check_neon.sh
set -euo pipefail
. "$(dirname "$0")/lib.sh"

./bazelw --setup build
./bazelw --setup qemu-user g++-aarch64-linux-gnu ||
  skip "no emulator or compiler for 64-bit ARM"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags=(-std=c++20 -O2 -ffp-contract=off -fno-tree-vectorize -Wall -Wextra
       -Werror -Wno-psabi -I.)

# xsimd is headers only, for all processors; but the folder it is installed in
# has this machine's other headers too.
mkdir "$work/include"
ln -s /usr/include/xsimd "$work/include/xsimd"

# compare KERNELS SOURCE...: the hashes of KERNELS_neon.cc and those of its
# neighbours.
compare() {
  local kernels=$1 kernel extra objects=() hashes
  shift
  aarch64-linux-gnu-g++ "${flags[@]}" -static -isystem "$work/include" \
    "$@" "${kernels}_scalar.cc" "${kernels}_neon.cc" -o "$work/arm"
  echo "$kernels on 64-bit ARM, emulated:"
  qemu-aarch64 "$work/arm" | tee "$work/arm.txt"

  echo "$(uname -m):"
  for kernel in sse2 avx2 avx512; do
    case $kernel in
      avx2) extra=(-mavx2 -mfma) ;;
      avx512) extra=(-mavx512f -mavx512cd -mavx512bw -mavx512dq -mavx512vl) ;;
      *) extra=() ;;
    esac
    g++ "${flags[@]}" "${extra[@]}" -Wno-maybe-uninitialized \
      -Wno-uninitialized -c "${kernels}_$kernel.cc" -o "$work/$kernel.o"
    objects+=("$work/$kernel.o")
  done
  g++ "${flags[@]}" "$@" "${kernels}_scalar.cc" "${objects[@]}" \
    -o "$work/native"
  "$work/native" | tee "$work/native.txt"

  hashes=$(awk '{ print $2 }' "$work/arm.txt" "$work/native.txt" | sort -u)
  if [ "$(wc -l <<<"$hashes")" != 1 ]; then
    echo "the bits differ"
    exit 1
  fi
  echo "the same bits"
}

compare eval/curve/batch_kernel eval/curve/kernel_hash.cc eval/curve/curve_record.cc
compare eval/skeleton/skeleton_kernel eval/skeleton/kernel_hash.cc \
  eval/skeleton/bone_key.cc
compare eval/machine/time_kernel eval/machine/kernel_hash.cc
