#!/usr/bin/env bash
# Puts the package under faults, and prints a table: scripts/faults.sh [--long] [--seed N] [SCENARIO ...]
#
# The faults are SIGKILL during every kind of write, a full disk, missing permissions, clocks that jump, ten
# thousand runs at once, and a server of every kind of misbehaviour. Every row says what was counted, and what the
# process held more at the end than at the start. The same seed injects the same faults; where a kill falls also
# depends on the machine. The rows that begin with "control" are faults of the harness's own making, which it has
# to notice.
#
# To repeat one scenario, name it: scripts/faults.sh --seed 7 kill-save
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/build-flags.inc.sh

[[ $(uname -s) == Linux ]] || { printf 'error: only on Linux, where /proc counts what is left behind\n' >&2 && exit 2; }

swift build --product Faults "${AS_TESTED[@]}"
exec "$(swift build --show-bin-path)/Faults" "$@"
