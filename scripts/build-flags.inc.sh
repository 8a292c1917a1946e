# shellcheck shell=bash
# Flags of builds that several scripts share.

# Flags of builds that count what tests reach. Tests run side by side: counters that are not atomic
# lose some of it, and lines that a few calls reach look as if none did.
readonly COVERAGE=(
  --enable-code-coverage -Xswiftc -Xllvm -Xswiftc -instrprof-atomic-counter-update-all
)

# Flags of the build that `.ci/run` leaves behind, for scripts that use it.
# shellcheck disable=SC2034 # read by the scripts
readonly AS_TESTED=(${TENON_COVERAGE:+"${COVERAGE[@]}"})

# What builds of tests leave out, a quarter of their processor time: the index of the system's
# modules, and debug information, of which sanitizers still need the lines.
readonly WITHOUT_SYSTEM_INDEX=(
  -Xswiftc -index-ignore-system-modules -Xswiftc -index-ignore-clang-modules
)
# shellcheck disable=SC2034 # read by the scripts
readonly LEAN=("${WITHOUT_SYSTEM_INDEX[@]}" -Xswiftc -gnone)
# shellcheck disable=SC2034 # read by the scripts
readonly LEAN_WITH_LINES=("${WITHOUT_SYSTEM_INDEX[@]}" -Xswiftc -gline-tables-only)
