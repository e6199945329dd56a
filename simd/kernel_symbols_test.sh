#!/bin/sh
# kernel_symbols_test.sh ARCHIVE...: kernels define no function that a linker
# could take for another file's. It might keep the copy that was compiled for
# the newer processor. Functions that a sanitizer adds have two underscores in
# front.
set -eu
for archive in "$@"; do
  symbols=$(nm --defined-only "$archive")
  echo "$symbols" | awk -v archive="$archive" '
    NF != 3 { next }
    $2 ~ /[BDR]/ { ++structs }
    $2 ~ /[TWVui]/ && $3 !~ /^(__|DW\.ref\.)/ {
      print archive " defines what other files may define, too: " $3
      failed = 1
    }
    END { exit failed || structs < 1 }'
done
