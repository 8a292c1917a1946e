#!/usr/bin/env bash
# All tests, one after another, with one thread for all tasks; a test that blocks it hangs (Linux).
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

[[ $(uname -s) == Linux ]] || skip "only on Linux, where the runtime asks a library for its threads"

swift build --build-tests "${AS_TESTED[@]}"
tests=("$(swift build --show-bin-path "${AS_TESTED[@]}")"/*PackageTests.xctest)
library=$PWD/.build/check/one-thread.so
clang -shared -fPIC -Wall -Werror -o "$library" scripts/one-thread/width.c

# As many threads as there are processors run tasks, so that a test that blocks one of them until
# another task has done something passes nearly always, and stops everything when two do so at once.
output=$(mktemp)
trap 'rm -f "$output"' EXIT
if ! LD_PRELOAD=$library timeout --kill-after=10 1200 stdbuf -oL "${tests[0]}" \
  --testing-library swift-testing --no-parallel >"$output" 2>&1; then
  tail -n 30 "$output"
  fail "a test failed, or the last one above has blocked the thread for 20 minutes (use onThread)"
fi
note "tests: $(tests_in "$output")"
