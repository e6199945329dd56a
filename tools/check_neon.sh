#!/bin/bash
# Builds the kernels for 64-bit ARM, runs them in an emulator, and compares
# their bits with those of this machine's (testing/kernel_hash.h).
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

# compare FOLDER KERNELS SOURCE...: the hashes of FOLDER/KERNELS_neon.cc and those
# of its neighbours.
compare() {
  local folder=$1 kernels=$1/$2 hashes
  shift 2
  aarch64-linux-gnu-g++ "${flags[@]}" -static -isystem "$work/include" \
    "$@" "$folder/kernel_hash.cc" simd/instruction_set.cc \
    "${kernels}_scalar.cc" "${kernels}_neon.cc" -o "$work/arm"
  echo "$kernels on 64-bit ARM, emulated:"
  qemu-aarch64 "$work/arm" | tee "$work/arm.txt"

  echo "$(uname -m):"
  ./bazelw run --ui_event_filters=-info,-stdout,-stderr --noshow_progress \
    "//$folder:kernel_hash" | tee "$work/native.txt"

  hashes=$(awk '{ print $2 }' "$work/arm.txt" "$work/native.txt" | sort -u)
  if [ "$(wc -l <<<"$hashes")" != 1 ]; then
    echo "the bits differ"
    exit 1
  fi
  echo "the same bits"
}

compare eval/curve/kernel batch_kernel eval/curve/kernel/curve_record.cc \
  eval/curve/kernel/record_kernel_scalar.cc eval/curve/kernel/record_kernel_neon.cc \
  eval/curve/kernel/joint_kernel_scalar.cc eval/curve/kernel/joint_kernel_neon.cc
compare eval/skeleton skeleton_kernel eval/skeleton/bone_key.cc
compare parser/mrtk/checks key_scan
