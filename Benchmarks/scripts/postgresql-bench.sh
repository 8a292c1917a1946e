#!/usr/bin/env bash
# Prints what durable runs cost in PostgreSQL: runs per second beside a bare loop of the same inserts over libpq,
# and beside DBOS for Python on the same server, the time from a submission to the start in another process, the
# time of a round trip, and how cost grows with the database.
#
# Usage: Benchmarks/scripts/postgresql-bench.sh [PART...]
#
# The parts are runs, latency, ping and growth; without one, all are measured, which takes about fifteen minutes
# and three gigabytes on the disk of TMPDIR. The server is started by the script, and waits for its disk.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source scripts/python-packages.inc.sh

readonly PEER=Benchmarks/scripts/durable-bench
# A directory of its own: the trait changes what the other products are built with.
readonly BUILD=(-c release --package-path Benchmarks --scratch-path Benchmarks/.build/postgresql
  --traits PostgreSQL --product postgresql-bench)

swift build "${BUILD[@]}"
bench=$(swift build "${BUILD[@]}" --show-bin-path)/postgresql-bench

# The server ends when its standard input is closed, with this script.
coproc SERVER { exec scripts/postgresql.sh --durable; }
read -r url <&"${SERVER[0]}" || exit 3

parts=("$@")
((${#parts[@]} > 0)) || parts=(runs latency ping growth)
for part in "${parts[@]}"; do
  printf '\n== %s\n' "$part"
  if [[ $part != runs ]]; then
    "$bench" "$part" --url "$url"
  elif (use_python_packages "$PEER/requirements.txt" && python3 -c 'import dbos'); then
    use_python_packages "$PEER/requirements.txt"
    "$bench" runs --url "$url" --dbos "$PEER/runs.py"
  else
    printf 'DBOS cannot be installed, and is left out.\n'
    "$bench" runs --url "$url"
  fi
done
