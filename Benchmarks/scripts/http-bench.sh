#!/usr/bin/env bash
# Prints what a page and a transfer cost over AsyncHTTPClient, beside URLSession: requests per
# second, processor time and allocations, from a server on this machine: Benchmarks/scripts/http-bench.sh
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# A scratch path of its own, so that the other benchmarks are not built anew.
options=(
  -c release --package-path Benchmarks --scratch-path .build/http-bench
  --traits AsyncHTTPClient --product http-bench
)
swift build "${options[@]}"
exec "$(swift build "${options[@]}" --show-bin-path)/http-bench"
