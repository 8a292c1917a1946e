#!/usr/bin/env bash
# Runs all tests, one after another, with one thread for all tasks; a test that blocks it hangs (Linux).
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

[[ $(uname -s) == Linux ]] || skip "only on Linux, where the runtime asks a library for its threads"

swift build --build-tests "${AS_TESTED[@]}"
tests=("$(swift build --show-bin-path "${AS_TESTED[@]}")"/*PackageTests.xctest)
library=$PWD/.build/check/one-thread.so
clang -shared -fPIC -Wall -Werror -o "$library" scripts/one-thread/width.c

# Tasks normally have as many threads as there are processors. A test that blocks one of them until
# another task makes progress nearly always passes then, but two at once can stop everything.
output=$(mktemp)
trap 'rm -f "$output"' EXIT
if ! LD_PRELOAD=$library timeout --kill-after=10 1200 stdbuf -oL "${tests[0]}" \
  --testing-library swift-testing --no-parallel >"$output" 2>&1; then
  tail -n 30 "$output"
  fail "a test failed, or the last one above has blocked the thread for 20 minutes (use onThread)"
fi
note "tests: $(tests_in "$output")"
