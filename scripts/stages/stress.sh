#!/usr/bin/env bash
# Runs the suites named *StressTests and *RaceTests in release mode; long: with TENON_STRESS=long.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

if long_form; then export TENON_STRESS=long; fi

run_tests -c release -Xswiftc -enable-testing --scratch-path .build/check-stress \
  --filter "$CONCURRENCY_SUITES"
