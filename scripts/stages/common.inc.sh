# shellcheck shell=bash
# Code that the stages share. Each stage sources this file first, and runs in the root of the package.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source scripts/build-flags.inc.sh

# The suites that use several threads, as a filter for `swift test`.
# shellcheck disable=SC2034 # read by the stages
readonly CONCURRENCY_SUITES='[./][A-Za-z0-9_]*(Stress|Race)Tests/'

# Omits the suites that measure memory, which the sanitizers use differently.
# shellcheck disable=SC2034 # read by the stages
readonly WITHOUT_MEMORY_SUITES=(--skip 'MemoryStressTests/')

# Warnings in our own targets are errors. SwiftPM does not pass this on to dependencies by URL.
# Builds with these flags have a separate scratch path, so that plain builds stay unchanged.
# shellcheck disable=SC2034 # read by the stages
readonly STRICT=(-Xswiftc -warnings-as-errors)

# The build of stages that need third-party packages: each uses what an earlier one has compiled, this
# package too (see shared-build.inc.sh).
# shellcheck disable=SC2034 # read by the stages
readonly WITH_PACKAGES=(--scratch-path .build/check-packages "${STRICT[@]}" "${LEAN[@]}")

# Whether the long form of a stage was requested.
long_form() {
  [[ ${CHECK_FORM:-short} == long ]]
}

# Adds a few words to the line that check.sh prints for the stage.
note() {
  printf '%s\n' "$*"
  [[ -z ${CHECK_NOTE:-} ]] || printf '%s\n' "$*" >>"$CHECK_NOTE"
}

# Ends the stage without a result.
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
