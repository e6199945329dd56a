#!/bin/bash
# Writes clipguard(1): what the program says of itself, as a page of the manual.
#
#   man_page.sh PROGRAM
set -euo pipefail
program=$1
version=$("$program" --version | grep -oE '[0-9]+\.[0-9]+\.[0-9]+')

# Text that is shown as it is.
as_it_is() {
  echo ".nf"
  sed -e 's/\\/\\e/g' -e 's/-/\\-/g' -e "s/^[.']/\\\\\&&/"
  echo ".fi"
}

commands() {
  "$program" help | sed -nE '/^Commands:/,/^$/s/^  ([a-z]+) .*/\1/p'
}

echo ".TH CLIPGUARD 1 \"\" \"clipguard $version\" \"User Commands\""
echo ".SH NAME"
"$program" help | sed -n '1s/^clipguard: /clipguard \\- /p'
echo ".SH SYNOPSIS"
echo ".B clipguard"
echo "COMMAND [FLAGS] PATH..."
echo ".SH DESCRIPTION"
"$program" help | tail -n +5 | as_it_is
for command in $(commands); do
  [ "$command" != help ] || continue
  echo ".SH CLIPGUARD ${command^^}"
  "$program" help "$command" | as_it_is
done
echo ".SH FLAGS"
"$program" help flags | tail -n +3 | as_it_is
echo ".SH LIMITS"
"$program" help limits | as_it_is
