#!/bin/bash
# Is what `clipguard validate --format=sarif` writes SARIF 2.1.0? Validates it
# against the published JSON schema, which an npm package carries, looks for what
# GitHub needs beyond that, and, with --azure, runs the rules of Azure DevOps' own
# validator (100 MB of npm packages).
#
#   tools/check_sarif.sh [--azure] [FOLDER...]     default: the corpus
#
# Skipped (status 77) where npm or its registry cannot be had.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

# Fixed, as everything is that a verdict depends on.
readonly kPackage=@microsoft/jest-sarif@1.0.0-beta.0
readonly kSchema=package/lib/schemas/sarif-2.1.0-rtm.5.json
readonly kMultitool=@microsoft/sarif-multitool@5.7.0

azure=false
if [ "${1-}" = --azure ]; then azure=true && shift; fi

grep -qs 'name = "clipguard"' cli/BUILD.bazel || skip "no //cli:clipguard yet"
./bazelw --setup build python3-jsonschema
./bazelw build //cli:clipguard

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
command -v npm >/dev/null || ./bazelw --setup npm || skip "npm is not here"
(cd "$scratch" && npm pack --silent "$kPackage" >npm.log 2>&1 &&
  tar -xzf ./*.tgz "$kSchema") || {
  cat "$scratch/npm.log"
  skip "npm cannot fetch $kPackage"
}

if $azure; then
  (cd "$scratch" && npm install --silent --no-audit --no-fund "$kMultitool" \
    >npm.log 2>&1) || {
    cat "$scratch/npm.log"
    skip "npm cannot fetch $kMultitool"
  }
fi

# Checks that Azure DevOps would accept the file.
check_azure() {
  local said
  said=$(DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 "$scratch/node_modules/.bin/sarif-multitool" \
    validate "$1" --rule-kind ado) || true
  if ! grep -q "Analysis completed successfully" <<<"$said" ||
    grep -E ": (error|warning) " <<<"$said"; then
    echo "Azure DevOps would not take it: ${said##*$'\n'}"
    return 1
  fi
}

# Debian's python3 has Debian's python3-jsonschema; another one on the PATH may
# not.
cat >"$scratch/check.py" <<'PYTHON'
import json
import sys

import jsonschema

schema = json.load(open(sys.argv[1], encoding="utf-8"))
document = json.load(open(sys.argv[2], encoding="utf-8"))
validator = jsonschema.validators.validator_for(schema)
validator.check_schema(schema)
errors = sorted(validator(schema).iter_errors(document), key=lambda e: str(e.path))
for error in errors[:10]:
    print("/" + "/".join(map(str, error.absolute_path)), error.message[:300])
# Checks what GitHub needs to show a result and to know it again, and its limits:
# see its documentation, "SARIF support for code scanning".
for run in document.get("runs", []):
    rules = [rule["id"] for rule in run["tool"]["driver"].get("rules", [])]
    if len(run["results"]) > 25_000 or len(rules) != len(set(rules)):
        errors.append("too many results, or a rule twice")
    seen = set()
    for result in run["results"]:
        place = result["locations"][0]["physicalLocation"]
        uri = place["artifactLocation"]["uri"]
        known = uri, result["partialFingerprints"]["primaryLocationLineHash"]
        if (place["region"].get("startLine", 0) < 1 or known in seen
                or result["ruleId"] not in rules or uri.startswith("./")):
            print("GitHub could not show or keep", json.dumps(result)[:300])
            errors.append(known)
        seen.add(known)
results = [r for run in document.get("runs", []) for r in run.get("results", [])]
print(f"{sys.argv[3]}: {len(results)} results, {len(errors)} errors")
sys.exit(1 if errors else 0)
PYTHON

folders=("$@")
if [ ${#folders[@]} = 0 ]; then folders=(corpus/mrtk corpus/mrtk/invalid corpus/m3d corpus/forge); fi
checked=0 failed=0
for folder in "${folders[@]}"; do
  [ -d "$folder" ] || continue
  status=0
  bazel-bin/cli/clipguard validate --format=sarif \
    --findings-page=https://example.org/findings.md "$folder" \
    >"$scratch/out.sarif" || status=$?
  # 0: no errors in the files, 1: some. Anything else is no report.
  if [ "$status" -gt 1 ]; then
    echo "$folder: clipguard ended with status $status"
    failed=1
  elif ! /usr/bin/python3 "$scratch/check.py" "$scratch/$kSchema" \
    "$scratch/out.sarif" "$folder"; then
    failed=1
  elif $azure && ! check_azure "$scratch/out.sarif"; then
    failed=1
  fi
  checked=$((checked + 1))
done
if [ "$checked" = 0 ]; then skip "none of these folders is here: ${folders[*]}"; fi
exit "$failed"
