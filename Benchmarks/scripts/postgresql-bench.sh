#!/usr/bin/env bash
# Prints what durable runs cost in PostgreSQL: runs per second beside a bare loop of the same inserts over libpq,
# those of 1, 2 and 4 processes, the time from a submission to the start in another process, how cost grows with
# the database, and what removing leaves.
#
# Usage: Benchmarks/scripts/postgresql-bench.sh [--purge N] [PART...]
#
# The parts are runs, workers, latency, growth and purge; without one, all are measured, which takes
# about twenty minutes and three gigabytes on the disk of TMPDIR. In purge, 100,000 runs that have ended are removed
# and come again, or N. The server is started by the script, and waits for its disk.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source scripts/traits.inc.sh

# A directory of its own: the trait changes what the other products are built with.
readonly BUILD=(-c release --package-path Benchmarks --scratch-path Benchmarks/.build/postgresql
  --traits PostgreSQL --product postgresql-bench)

purge=100000
if [[ ${1:-} == --purge ]]; then
  purge=${2:?postgresql-bench.sh: --purge needs a number}
  shift 2
fi

swift build "${BUILD[@]}"
bench=$(swift build "${BUILD[@]}" --show-bin-path)/postgresql-bench

# The server ends when its standard input is closed, with this script.
coproc SERVER { exec scripts/postgresql.sh --durable; }
read -r url <&"${SERVER[0]}" || exit 3

parts=("$@")
((${#parts[@]} > 0)) || parts=(runs workers latency growth purge)
for part in "${parts[@]}"; do
  printf '\n== %s\n' "$part"
  if [[ $part == purge ]]; then
    "$bench" purge --url "$url" --count "$purge"
  else
    "$bench" "$part" --url "$url"
  fi
done
