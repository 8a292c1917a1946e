#!/usr/bin/env bash
# Prints what durable runs cost: runs per second on SQLite beside a bare loop of the same inserts,
# writes, checkpoints in memory, and how cost grows with the file.
#
# Usage: Benchmarks/scripts/durable-bench.sh [--short | PART...]
#
# The parts are runs, writes, memory, growth and waiting; without one, all are measured, which takes
# about ten minutes and a gigabyte on the disk of TMPDIR. With --short it takes seconds, and only
# counts writes and compares with the bare loop, loosely.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source Benchmarks/scripts/build.inc.sh

swift build "${BENCHMARKS[@]}" --product durable-bench
bench=$(swift build "${BENCHMARKS[@]}" --show-bin-path)/durable-bench

if [[ ${1:-} == --short ]]; then exec "$bench" check; fi

parts=("$@")
((${#parts[@]} > 0)) || parts=(runs writes memory growth waiting)
for part in "${parts[@]}"; do
  printf '\n== %s\n' "$part"
  "$bench" "$part"
  if [[ $part == waiting ]]; then "$bench" waiting --functions; fi
done
