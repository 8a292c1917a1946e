#!/usr/bin/env bash
# Tests and builds Benchmarks/, checks thresholds and counts, scans hostile pages; long: observability, requests.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

# The test product is smaller than the package: it excludes the benchmarks and what they measure.
options=(--package-path Benchmarks --scratch-path .build/check-Benchmarks "${STRICT[@]}")
swift build "${options[@]}" --product tenon-benchmarksPackageTests
run_tests "${options[@]}" --skip-build

# Without STRICT, so that the scripts below find this build.
source Benchmarks/scripts/build.inc.sh
log=.build/check/bench-build.log
swift build "${BENCHMARKS[@]}" 2>&1 | tee "$log"
if grep -E '^/.*/Benchmarks/.*: warning:' "$log"; then fail "the build of Benchmarks has warnings"; fi

Benchmarks/scripts/bench-thresholds.sh
Benchmarks/scripts/applinks-bench.sh --hostile
Benchmarks/scripts/durable-bench.sh --short
# Separate builds, with other traits.
if long_form; then
  Benchmarks/scripts/observability-overhead.sh
  Benchmarks/scripts/http-bench.sh check
fi
