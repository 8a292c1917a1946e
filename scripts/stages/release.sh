#!/usr/bin/env bash
# Builds and runs all tests in release mode with warnings as errors.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

run_tests -c release -Xswiftc -enable-testing --scratch-path .build/check-release "${STRICT[@]}" \
  --explicit-target-dependency-import-check error
