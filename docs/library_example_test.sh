#!/bin/bash
# Does the program of docs/library.md print what the page says? Its commands are
# lines that begin with "$ ./example", and what they print follows them.
set -euo pipefail
program=$1
shown=$(mktemp)
printed=$(mktemp)
trap 'rm -f "$shown" "$printed"' EXIT
sed -n '/^\$ .\/example /,/^```$/{/^```$/!p}' docs/library.md >"$shown"
grep '^\$ ' "$shown" | while read -r _ _ arguments; do
  echo "\$ ./example $arguments"
  # shellcheck disable=SC2086  # arguments are words
  "$program" $arguments
done >"$printed"
[ "$(grep -c '^\$ ' "$shown")" -ge 3 ]
diff "$shown" "$printed"
