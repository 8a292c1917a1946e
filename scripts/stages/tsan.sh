#!/usr/bin/env bash
# Runs *StressTests and *RaceTests of FuturesTests under the thread sanitizer; long: of all, 5 times.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"
source scripts/reduced-package.inc.sh

# The sanitizer reports false races on Synchronization.Mutex; TENON_TSAN makes the engine's lock a
# pthread mutex instead. One run may miss a race, so the long form repeats the tests.
repetitions=1
if long_form; then
  repetitions=5
  package=(--scratch-path .build/check-tsan)
else
  # A tenth of the target's code.
  package=(--package-path "$(only_files='(Stress|Race)Tests\.swift$' reduced_package tsan FuturesTests)")
  export TENON_ROUNDS=5000
fi

export SWIFT_BACKTRACE=enable=no
for ((run = 1; run <= repetitions; run++)); do
  printf '== run %d of %d\n' "$run" "$repetitions"
  run_tests --sanitize=thread "${package[@]}" "${LEAN_WITH_LINES[@]}" -Xswiftc -DTENON_TSAN \
    --filter "$CONCURRENCY_SUITES" "${WITHOUT_MEMORY_SUITES[@]}"
done
