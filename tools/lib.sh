# shellcheck shell=bash
# Shared by the scripts in tools/; sourced by bash, with errors already fatal.

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit

# Exit status of a check that could not be made here. .ci/run counts it neither
# as passed nor as failed.
readonly kSkipped=77

skip() {
  echo "skipped: $*"
  exit "$kSkipped"
}

# Prints the project's C++ files with the given endings, one a line, in the
# working tree as it is (it need not be a git checkout).
cxx_files() {
  local names=() ending
  for ending; do names+=(-o -name "*.$ending"); done
  find . \( -name '.*' -o -name 'bazel-*' \) ! -name . -prune -o \
    -type f \( "${names[@]:1}" \) -print | sed 's,^\./,,' | LC_ALL=C sort
}
