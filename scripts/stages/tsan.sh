#!/usr/bin/env bash
# Runs the suites named *StressTests and *RaceTests under the thread sanitizer; long: 5 times.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

# The sanitizer reports races on Synchronization.Mutex that are none; TENON_TSAN makes the engine's
# lock a pthread mutex instead. One run may miss a race, therefore the repetitions.
repetitions=1
if long_form; then repetitions=5; fi

export SWIFT_BACKTRACE=enable=no
for ((run = 1; run <= repetitions; run++)); do
  printf '== run %d of %d\n' "$run" "$repetitions"
  run_tests --sanitize=thread --scratch-path .build/check-tsan -Xswiftc -DTENON_TSAN \
    --filter "$CONCURRENCY_SUITES" "${WITHOUT_MEMORY_SUITES[@]}"
done
