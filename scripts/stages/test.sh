#!/usr/bin/env bash
# Runs the tests of the root package in debug mode.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

run_tests "$@"
