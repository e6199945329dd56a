#!/bin/bash
# Writes the files that are made from the code: docs/findings.md.
set -euo pipefail
cd "$(dirname "$0")/.."
./bazelw build //cli:clipguard
bazel-bin/cli/clipguard explain --format=markdown >docs/findings.md.new
mv docs/findings.md.new docs/findings.md
