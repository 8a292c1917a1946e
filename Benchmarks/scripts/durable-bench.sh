#!/usr/bin/env bash
# Prints what durable runs cost: runs per second on SQLite beside a bare loop of the same inserts and
# beside DBOS for Python, writes, checkpoints in memory, and how cost grows with the file.
#
# Usage: Benchmarks/scripts/durable-bench.sh [--short | PART...]
#
# The parts are runs, writes, memory, growth and waiting; without one, all are measured, which takes
# about ten minutes and a gigabyte on the disk of TMPDIR. With --short it takes seconds, and only
# counts writes and compares with the bare loop, loosely. DBOS is the Python package in
# Benchmarks/scripts/durable-bench/requirements.txt, and left out if it cannot be installed.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source scripts/python-packages.inc.sh
source Benchmarks/scripts/build.inc.sh

readonly PEER=Benchmarks/scripts/durable-bench

swift build "${BENCHMARKS[@]}" --product durable-bench
bench=$(swift build "${BENCHMARKS[@]}" --show-bin-path)/durable-bench

if [[ ${1:-} == --short ]]; then exec "$bench" check; fi

parts=("$@")
((${#parts[@]} > 0)) || parts=(runs writes memory growth waiting)
for part in "${parts[@]}"; do
  printf '\n== %s\n' "$part"
  if [[ $part != runs ]]; then
    "$bench" "$part"
  elif (use_python_packages "$PEER/requirements.txt" && python3 -c 'import dbos'); then
    use_python_packages "$PEER/requirements.txt"
    "$bench" runs --dbos "$PEER/runs.py"
  else
    printf 'DBOS cannot be installed, and is left out.\n'
    "$bench" runs
  fi
done
