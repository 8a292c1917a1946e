#!/usr/bin/env bash
# Checks that the pages in docs/public-api list the current public API (Linux).
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

[[ $(uname -s) == Linux ]] || skip "the pages list the API on Linux"

# The build of swift test, updated.
swift build --build-tests "${AS_TESTED[@]}"
scripts/public-api.py --check
