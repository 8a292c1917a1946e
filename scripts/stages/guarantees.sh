#!/usr/bin/env bash
# Checks that each promise in docs/guarantees.md, SECURITY.md and WhatIsGuaranteed.md names a test that has run.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

command -v python3 >/dev/null || skip "no python3"

# The output of `swift test` from `.ci/run` or the stage `test`, whichever is newer.
options=()
for log in .build/check/swift-test.log .build/check/test.log; do
  [[ -s $log ]] || continue
  if ((${#options[@]} == 0)) || [[ $log -nt ${options[1]} ]]; then options=(--log "$log"); fi
done
((${#options[@]} > 0)) || printf 'no output of swift test; checks only that the tests exist\n'
result=$(scripts/guarantees.py ${options[@]+"${options[@]}"}) || fail "a promise lacks its test"
note "$result"
