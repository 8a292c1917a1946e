#!/usr/bin/env bash
# Prints what a request costs over Transfers, beside AsyncHTTPClient and URLSession alone: requests per
# second, processor time, allocations and connections, from a server on this machine.
#
# Usage: Benchmarks/scripts/http-bench.sh [check | PART...]
#
# The parts are request, session, page, data and file; without one, all are measured. With check it
# counts allocations of requests, and fails if there are too many.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source scripts/traits.inc.sh

# A scratch path of its own, so that the other benchmarks are not built anew.
options=(
  -c release --package-path Benchmarks --scratch-path .build/http-bench
  --traits AsyncHTTPClient --product http-bench
)
swift build "${options[@]}"
exec "$(swift build "${options[@]}" --show-bin-path)/http-bench" "$@"
