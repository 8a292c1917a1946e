#!/usr/bin/env bash
# Checks that tests notice the defects in Tests/Mutants/ for FuturesTests; long: all of them.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

output=$(mktemp)
trap 'rm -f "$output"' EXIT

# Tries defects, and notes how many were caught.
try() {
  local status=0
  Tests/Mutants/mutants.py "$@" 2>&1 | tee "$output" || status=$?
  note "$(tail -n 1 "$output")"
  ((status == 0)) || exit "$status"
}

if long_form; then
  try
  try --sanitizer
else
  # Each test target is built in a copy of its own; most of the defects are for this one.
  try --target FuturesTests
fi
