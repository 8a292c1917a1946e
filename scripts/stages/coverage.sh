#!/usr/bin/env bash
# Measures the coverage of each module, and compares it with thresholds; long form only.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

long_form || skip "long form only; it builds the package once more"
command -v python3 >/dev/null || skip "no python3"

output=$(mktemp)
trap 'rm -f "$output"' EXIT
scripts/coverage.sh --files 2>&1 | tee "$output" || fail "the tests reach less than they should"
note "$(sed -n 's/^Futures\/Engine .* \([0-9.]*%\) .*/engine \1 of regions/p' "$output")"
