#!/usr/bin/env bash
# Counts the allocations of the benchmarks, without timing, and compares them with the thresholds.
#
# Usage: Benchmarks/scripts/bench-thresholds.sh [--update]
#
# The thresholds are in Benchmarks/thresholds/allocations.json. Fails if a count is above its threshold, and says which ones are far below, so that they can be
# tightened. With --update it writes the counts as the new thresholds instead.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source Benchmarks/scripts/build.inc.sh

readonly THRESHOLDS=Benchmarks/thresholds/allocations.json

case ${1:-} in
  "") arguments=(--check "$THRESHOLDS") ;;
  --update) arguments=(--write "$THRESHOLDS") ;;
  *)
    printf 'bench-thresholds.sh: unknown argument: %s; there is only --update\n' "$1" >&2
    exit 2
    ;;
esac

swift build "${BENCHMARKS[@]}" --product futures-bench
binaries=$(swift build "${BENCHMARKS[@]}" --show-bin-path)

exec "$binaries/futures-bench" allocations "${arguments[@]}"
