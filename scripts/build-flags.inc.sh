# shellcheck shell=bash
# Flags of builds and tests that several scripts share.

# Test builds omit the index of the system's modules and debug information, which take a quarter of
# their processor time. Sanitizers still need the line information.
readonly WITHOUT_SYSTEM_INDEX=(
  -Xswiftc -index-ignore-system-modules -Xswiftc -index-ignore-clang-modules
)
readonly LEAN=("${WITHOUT_SYSTEM_INDEX[@]}" -Xswiftc -gnone)
# shellcheck disable=SC2034 # read by the scripts
readonly LEAN_WITH_LINES=("${WITHOUT_SYSTEM_INDEX[@]}" -Xswiftc -gline-tables-only)

# Flags of builds that measure coverage. Tests run in parallel: counters that are not atomic lose
# counts, and lines that only a few calls reach look unreached.
readonly COVERAGE=(
  --enable-code-coverage -Xswiftc -Xllvm -Xswiftc -instrprof-atomic-counter-update-all "${LEAN[@]}"
)

# Flags of the build that `.ci/run` leaves behind, for scripts that use that build.
# shellcheck disable=SC2034 # read by the scripts
readonly AS_TESTED=(${TENON_COVERAGE:+"${COVERAGE[@]}"})

# How many tests run at a time. Swift Testing begins all of them at once otherwise; on a busy machine
# each then waits for thousands of others, perhaps longer than the time limits of tests allow.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-16}
