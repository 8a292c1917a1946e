#!/usr/bin/env bash
# Prints what it costs to parse JSON documents of 50 MB of several shapes with JSONValues, beside
# JSONSerialization: megabytes per second of processor time, and memory at the peak.
#
# Usage: Benchmarks/scripts/json-bench.sh [SHAPE...]
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source Benchmarks/scripts/build.inc.sh

swift build "${BENCHMARKS[@]}" --product json-bench
exec "$(swift build "${BENCHMARKS[@]}" --show-bin-path)/json-bench" "$@"
