#!/usr/bin/env bash
# Prints how fast AppLinks scans pages, beside other parsers: Benchmarks/scripts/applinks-bench.sh [--hostile]
#
# With --hostile it prints instead how long 10 MB of each kind of page take that are made to cost most, and
# fails if one takes longer than a second. The parsers are the Python packages in
# Benchmarks/scripts/applinks-bench/requirements.txt.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source scripts/python-packages.inc.sh
source Benchmarks/scripts/build.inc.sh

swift build "${BENCHMARKS[@]}" --product applinks-bench
program=$(swift build "${BENCHMARKS[@]}" --show-bin-path)/applinks-bench

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

case ${1:-} in
  "")
    use_python_packages Benchmarks/scripts/applinks-bench/requirements.txt
    "$program" pages "$work"
    "$program" measure >"$work/ours"
    python3 Benchmarks/scripts/applinks-bench/table.py "$work/ours" "$work"
    ;;
  --hostile)
    "$program" hostile | tee "$work/hostile" |
      awk -F '\t' '{ printf "%-16s %8.1f ms %8.0f MB/s\n", $1, $3 / 1000, $2 / $3 }'
    slow=$(awk -F '\t' '$3 > 1000000 { print $1 }' "$work/hostile")
    [[ -z $slow ]] || { printf 'error: these took longer than a second: %s\n' "$slow" && exit 1; }
    ;;
  *)
    printf 'applinks-bench.sh: unknown argument: %s; there is only --hostile\n' "$1" >&2
    exit 2
    ;;
esac
