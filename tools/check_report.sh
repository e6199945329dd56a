#!/bin/bash
# Do reports of `clipguard report` work in a browser? They are opened from the disk,
# without a network, in headless Chromium: each view draws, keys and links work, the
# page's policy refuses nothing, the console stays empty, and axe finds nothing that
# keeps somebody out. The modules of the page have unit tests, which run first.
#
#   tools/check_report.sh [TEST...]
#
# TEST is a file of report/browser: frame_test.js; without it, all but drop_test.js,
# which tools/check_npm.sh runs. Pictures of what was seen stay in
# .ci/artifacts/report, or in $CLIPGUARD_SCREENSHOTS; where that is empty, none are
# made. $CLIPGUARD_EVERY: each real file is opened, not one in six, each view has all of its
# looks, and many files are more.
# Skipped (status 77) where npm's packages cannot be had.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

./bazelw --setup build chromium-headless-shell
./bazelw build //cli:clipguard
command -v npm >/dev/null || ./bazelw --setup npm || skip "npm is not here"

if [ "$#" = 0 ]; then
  mapfile -t unit_tests < <(find report/page -name '*_test.js' | LC_ALL=C sort)
  node --test "${unit_tests[@]}"
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp report/browser/*.js* "$scratch"
(cd "$scratch" && npm ci --silent --no-audit --no-fund >npm.log 2>&1) || {
  cat "$scratch/npm.log"
  skip "npm cannot fetch playwright-core and axe-core"
}

export CLIPGUARD_ROOT=$PWD CLIPGUARD=$PWD/bazel-bin/cli/clipguard
export CLIPGUARD_SCREENSHOTS=${CLIPGUARD_SCREENSHOTS-$PWD/.ci/artifacts/${CLIPGUARD_PAGE:+dropped-}report}
export PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1
[ -z "$CLIPGUARD_SCREENSHOTS" ] || rm -rf "$CLIPGUARD_SCREENSHOTS"
tests=("$@")
[ "$#" != 0 ] || mapfile -t tests < <(cd report/browser && printf '%s\n' *_test.js)
node --test --test-concurrency="$(nproc)" "${tests[@]/#/$scratch/}"
