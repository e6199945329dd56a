#!/bin/sh
# Writes the headers of the library as others include them: clipguard/x/y.h is
# x/y.h of this project, and the names of headers in it are changed likewise;
# clipguard/clipguard.h is umbrella.h.
#
#   public_headers.sh FOLDER ROOT HEADER...
#
# FOLDER: where they go. ROOT: the project's folder. HEADER: those that make the
# interface; what they include comes along.
set -eu
folder=$1
root=$2
shift 2

todo=$*
while [ -n "$todo" ]; do
  next=
  for header in $todo; do
    target=$folder/clipguard/${header#clipguard/}
    [ "$header" != clipguard/umbrella.h ] || target=$folder/clipguard/clipguard.h
    [ ! -e "$target" ] || continue
    mkdir -p "${target%/*}"
    # The first line after the guard refuses what is not supported.
    check='s,^#define CLIPGUARD_[A-Z0-9_]*_H_$,&\n\n#include "clipguard/platform.h",'
    case $header in clipguard/*) check= ;; esac
    sed -E -e "$check" \
      -e 's,(^|[^A-Za-z_/])((actions|base|eval|parser|simd)/[A-Za-z0-9_/]+\.(h|inc)),\1clipguard/\2,g' \
      "$root/$header" >"$target"
    next="$next $(sed -nE \
      's,^#include "((actions|base|clipguard|eval|parser|simd)/[^"]+)".*,\1,p' \
      "$root/$header" | tr '\n' ' ')"
  done
  # shellcheck disable=SC2086  # a name is one word
  set -- $next
  todo=$*
done
