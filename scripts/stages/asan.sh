#!/usr/bin/env bash
# Runs tests of memory, stress tests and random programs of FuturesTests under the address sanitizer; long: all tests.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"
source scripts/reduced-package.inc.sh

package=(--scratch-path .build/check-asan)
if ! long_form; then
  # A fifth of the target's code; the long form has the rest.
  files='/(Engine|Properties|Stress)/|(Stress|Race|Leak|LeftBehind|LongLivedFuture)Tests\.swift$'
  package=(--package-path "$(only_files=$files reduced_package asan FuturesTests)")
  export TENON_ROUNDS=5000
fi

# XCTest itself leaks; run_tests leaves it out, so every leak found here is ours.
export ASAN_OPTIONS=detect_leaks=1 SWIFT_BACKTRACE=enable=no
export LSAN_OPTIONS=suppressions=$PWD/scripts/lsan-suppressions.txt:print_suppressions=0
run_tests --sanitize=address "${package[@]}" "${LEAN_WITH_LINES[@]}" "${WITHOUT_MEMORY_SUITES[@]}"
