#!/bin/sh
# Does //bench run, are results right, and are there tables? Times mean nothing
# here.
set -eu
out=$(CLIPGUARD_BENCH_CHECK=sparse bench/bench \
  --benchmark_filter='^(W1|W4_10s)/|^MrtkParse/|^M3dRead.*/synthetic|^Skeleton|^Skinning/|^Forge' \
  --benchmark_repetitions=1 --benchmark_min_time=0.0001)
echo "$out"
for words in 'W1: one curve' 'W4_10s: a pose' 'x fastest' \
  'MrtkParse/full' 'M3dRead/synthetic/stream' 'SkeletonPlay/' \
  'Skinning/' 'ForgeRead/machine-small: ' 'eight operators' \
  'ForgeMachine/apply' 'commit: '; do
  case $out in
    *"$words"*) ;;
    *)
      echo "missing: $words"
      exit 1
      ;;
  esac
done
