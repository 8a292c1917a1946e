#!/usr/bin/env bash
# Runs FuturesTests and all *StressTests and *RaceTests under the address sanitizer; long: all tests.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

filter=(--filter '^FuturesTests\.' --filter "$CONCURRENCY_SUITES")
if long_form; then filter=(); fi

# XCTest itself leaks; run_tests leaves it out, so every leak found here is ours.
export ASAN_OPTIONS=detect_leaks=1 SWIFT_BACKTRACE=enable=no
export LSAN_OPTIONS=suppressions=$PWD/scripts/lsan-suppressions.txt:print_suppressions=0
run_tests --sanitize=address --scratch-path .build/check-asan ${filter[@]+"${filter[@]}"} \
  "${WITHOUT_MEMORY_SUITES[@]}"
