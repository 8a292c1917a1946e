#!/usr/bin/env bash
# Builds Benchmarks/ in release mode, checks its thresholds, and scans hostile pages of 10 MB.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

[[ -f Benchmarks/Package.swift ]] || skip "no Benchmarks here"

swift build -c release --package-path Benchmarks
if [[ -e Benchmarks/thresholds && -f scripts/bench-thresholds.sh ]]; then
  bash scripts/bench-thresholds.sh
else
  note "(no thresholds)"
fi

scripts/applinks-bench.sh --hostile
