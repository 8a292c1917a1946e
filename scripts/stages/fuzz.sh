#!/usr/bin/env bash
# Fuzzes parsers for 5 s each; long: 10 min, and loads responses for 30 s with AsyncHTTPClient.
#
# The parsers are the scanner and those of links, URLs, JSON and association files. AsyncHTTPClient
# takes minutes to build. On a fresh clone, the short form tries the same inputs every time, so that it
# detects what a change broke; the long form searches for new findings.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

[[ $(uname -s) == Linux ]] || skip "only on Linux, where the toolchain has libFuzzer"

seconds=5
export FUZZ_SEED=1
if long_form || [[ ${TENON_STRESS:-} == long ]]; then
  seconds=600
  FUZZ_SEED=0
fi

output=$(mktemp)
trap 'rm -f "$output"' EXIT
for harness in Tests/Fuzz/*.swift; do
  target=$(basename "$harness" .swift)
  printf '== %s\n' "$target"
  scripts/fuzz.sh "$target" "$seconds" 2>&1 | tee "$output"
  note "$(tail -n 1 "$output")"
done

if long_form; then
  printf '== http client\n'
  scripts/http-fuzz.sh 30 2>&1 | tee "$output"
  note "$(tail -n 1 "$output")"
fi
