# shellcheck shell=bash
# What the stages share. Each stage sources this file first; it is run from the root of the package.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source scripts/build-flags.inc.sh

# The suites that several threads take part in, as a filter of `swift test`.
# shellcheck disable=SC2034 # read by the stages
readonly CONCURRENCY_SUITES='[./][A-Za-z0-9_]*(Stress|Race)Tests/'

# Leaves out the suites that measure memory, which the sanitizers use in their own way.
# shellcheck disable=SC2034 # read by the stages
readonly WITHOUT_MEMORY_SUITES=(--skip 'MemoryStressTests/')

# Warnings of our own targets are errors. SwiftPM does not pass this on to dependencies by url.
# Builds with these flags have a scratch path of their own, so that plain builds stay as they are.
# shellcheck disable=SC2034 # read by the stages
readonly STRICT=(-Xswiftc -warnings-as-errors)

# Where the stages build that need large packages of others, such as swift-nio, with STRICT and LEAN:
# what one has compiled of these, the next one uses.
# shellcheck disable=SC2034 # read by the stages
readonly WITH_PACKAGES=(--scratch-path .build/check-packages)

# Whether the long form of a stage was asked for.
long_form() {
  [[ ${CHECK_FORM:-short} == long ]]
}

# Adds a few words to the line that check.sh prints for the stage.
note() {
  printf '%s\n' "$*"
  [[ -z ${CHECK_NOTE:-} ]] || printf '%s\n' "$*" >>"$CHECK_NOTE"
}

# Ends the stage without a verdict.
skip() {
  note "($*)"
  exit 77
}

# Ends the stage as failed.
fail() {
  printf 'error: %s\n' "$*"
  exit 1
}

# Prints how many tests ran, according to the output of `swift test` in a file.
tests_in() {
  sed -n 's/.*Test run with \([0-9][0-9]*\) tests\{0,1\} .*/\1/p' "$1" | tail -n 1
}

# Runs `swift test` with the given arguments, and fails also when no test ran: a filter that
# matches nothing counts as success for `swift test`.
run_tests() {
  local output count
  output=$(mktemp)
  if ! swift test --disable-xctest "$@" 2>&1 | tee "$output"; then
    rm -f "$output"
    fail "swift test${*:+ $*} failed"
  fi
  count=$(tests_in "$output")
  rm -f "$output"
  ((${count:-0} > 0)) || fail "swift test${*:+ $*} passed without running a test"
  note "tests: $count"
}
