#!/usr/bin/env bash
# Builds and tests Tools/, and checks that its README shows what the tool prints (needs Python 3).
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

[[ -f Tools/Package.swift ]] || skip "no Tools here"

options=(--package-path Tools --scratch-path .build/check-Tools "${STRICT[@]}" "${LEAN[@]}")
# One at a time: each starts programs and waits for them, and a page has to load within 15 seconds.
run_tests --no-parallel "${options[@]}"

# The module needs a trait, whose packages are built here.
printf '== public API\n'
scripts/public-api.py --check --build "$(swift build "${options[@]}" --show-bin-path)" TransfersHTTPClient

# A test does this too; here the difference is seen in the log.
printf '== transcripts\n'
Tools/transcripts.py --check --tool "$(swift build "${options[@]}" --show-bin-path)"
