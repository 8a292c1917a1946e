#!/usr/bin/env bash
# Prints what durable runs cost: runs per second on SQLite beside a bare loop of the same inserts and
# beside DBOS for Python, writes, checkpoints in memory, and how cost grows with the file.
#
# Usage: scripts/durable-bench.sh [--short | PART...]
#
# The parts are runs, writes, memory, growth and waiting; without one, all are measured, which takes
# about twenty minutes and 3 GB on the disk of TMPDIR. With --short it takes seconds, and only counts
# writes and compares with the bare loop, loosely. Without the Python package in
# scripts/durable-bench/requirements.txt, DBOS is left out.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/python-packages.inc.sh

# A scratch path of its own, so that the other benchmarks are not built anew.
options=(
  -c release --package-path Benchmarks --scratch-path .build/durable-bench --traits SQLite
  --product durable-bench
)
swift build "${options[@]}"
bench=$(swift build "${options[@]}" --show-bin-path)/durable-bench

if [[ ${1:-} == --short ]]; then exec "$bench" check; fi

parts=("$@")
((${#parts[@]} > 0)) || parts=(runs writes memory growth waiting)
for part in "${parts[@]}"; do
  printf '\n== %s\n' "$part"
  if [[ $part != runs ]]; then
    "$bench" "$part"
  elif (use_python_packages scripts/durable-bench/requirements.txt); then
    use_python_packages scripts/durable-bench/requirements.txt
    "$bench" runs --dbos scripts/durable-bench/runs.py
  else
    printf 'DBOS cannot be installed: it is left out.\n'
    "$bench" runs
  fi
done
