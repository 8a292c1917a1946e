#!/usr/bin/env bash
# Compares the public API with that of the latest tag; before the first tag there is nothing to compare.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

baseline=$(git describe --tags --abbrev=0 2>/dev/null) || skip "begins with the first tag"

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
if ((status != 0)); then
  cat "$found"
  grep -q '💔' "$found" || fail "the comparison did not run (status $status)"
  fail "these changes break clients of $baseline; they belong to the next major version"
fi
note "against $baseline"
