#!/bin/bash
# Do the programs of docs/library.md print what the page says? The commands are lines
# that begin with "$ ./example" or "$ ./poses", and what they print follows them.
#
#   library_example_test.sh EXAMPLE POSES
set -euo pipefail
here=$PWD
page=$here/docs/library.md
# Their files stay there.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ln -s "$(realpath "$1")" "$work/example"
ln -s "$(realpath "$2")" "$work/poses"
ln -s "$here/corpus" "$here/docs" "$work/"
cd "$work"
sed -n '/^\$ .\/\(example\|poses\) /,/^```$/{/^```$/!p}' "$page" >shown
grep '^\$ ' shown | while read -r _ command; do
  echo "\$ $command"
  # shellcheck disable=SC2086  # its parts are words
  $command
done >printed
[ "$(grep -c '^\$ ' shown)" -ge 7 ]
diff shown printed
