#!/usr/bin/env bash
# Builds sources and tests in debug mode with warnings as errors and imports checked.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

swift build --build-tests --scratch-path .build/check-strict "${STRICT[@]}" \
  --explicit-target-dependency-import-check error
