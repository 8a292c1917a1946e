#!/usr/bin/env bash
# Checks that tests notice six of the defects in Tests/Mutants/, chosen at random; long: all of them.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

output=$(mktemp)
trap 'rm -f "$output"' EXIT

# Tries defects, and notes the seed of the selection and how many were caught.
try() {
  local status=0
  Tests/Mutants/mutants.py "$@" 2>&1 | tee "$output" || status=$?
  note "$(sed -n '/^seed /p; $p' "$output" | paste -sd ' ' -)"
  ((status == 0)) || exit "$status"
}

if long_form; then
  try
  try --sanitizer
else
  # Each test target is built in a copy of its own; most of the defects are for this one.
  export MUTANTS_TIMEOUT=${MUTANTS_TIMEOUT:-30}
  try --target FuturesTests --sample 6
fi
