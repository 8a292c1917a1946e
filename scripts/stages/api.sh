#!/usr/bin/env bash
# Compares the public API with that of the commit in scripts/api-baseline, or else the latest tag.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

if [[ -f scripts/api-baseline ]]; then
  # The commit comes first in the file; a description may follow.
  read -r baseline _ <scripts/api-baseline
  if ! git cat-file -e "$baseline^{commit}" 2>/dev/null; then
    [[ $(git rev-parse --is-shallow-repository) != true ]] || skip "a shallow clone has no baseline"
    fail "scripts/api-baseline names $baseline, which is no commit of this repository"
  fi
else
  baseline=$(git describe --tags --abbrev=0 2>/dev/null) || skip "nothing to compare with"
fi

# One line per intended change. The tool can ignore changes itself, but not those in which a generic
# signature was empty before: their lines contain two spaces in a row, which it does not match.
allowed=scripts/api-breakage-allowed.txt
found=.build/check/api-found.log
mkdir -p "${found%/*}"
# A separate build, which leaves the build of the tests unchanged. The tool asks pkg-config for the
# system library of a bridge from several threads at once, without a lock, and often crashes. The first
# attempt builds both versions with all cores; the others compare them on one, with one thread.
one_core=()
[[ -z $(command -v taskset) ]] || one_core=(taskset -c "$(taskset -cp $$ | grep -oE '[0-9]+' | tail -1)")
compare() {
  status=0
  SWIFT_BACKTRACE=enable=no "$@" swift package --scratch-path .build/check-api \
    diagnose-api-breaking-changes "$baseline" >"$found" 2>&1 || status=$?
}
crashed() { ((status > 128)); }
compare
for _ in 1 2 3; do
  crashed || break
  compare "${one_core[@]}"
done
if crashed || { ((status != 0)) && ! grep -q '💔' "$found"; }; then
  cat "$found"
  fail "the comparison did not run (status $status)"
fi
# Building the bridges twice would take too long; their pages list their declarations.
bridges=$(sed -n 's/^bridges: //p' scripts/api-baseline)
[[ -z $bridges ]] || scripts/public-api.py --gone "$bridges" | sed -n 's/^API/ 💔 API/p' >>"$found"
unmeant=$(sed -n 's/^ *💔 //p' "$found" | grep -vxFf "$allowed" || true)
if [[ -n $unmeant ]]; then
  printf '%s\n' "$unmeant"
  fail "changes break clients; a line for each that is meant belongs into $allowed"
fi
# The replacements of the names in the baseline, from the builds that were just compared.
builds=$(swift build --scratch-path .build/check-api --show-bin-path)
old=$(dirname "$builds")/apidiff/$(git rev-parse "$baseline")-checkout/.build/debug
if [[ -d $old/Modules ]]; then
  scripts/migration.py --check "$old" "$builds"
else
  fail "the baseline has left no build in $old"
fi
note "against ${baseline:0:12}, $(grep -c '💔' "$found" || true) breaks, all meant"
