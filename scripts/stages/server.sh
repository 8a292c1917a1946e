#!/usr/bin/env bash
# Builds and tests Server/, and checks that its README shows what the server answers (needs curl, Python 3).
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

[[ -f Server/Package.swift ]] || skip "no Server here"
command -v curl >/dev/null || skip "curl is missing"

options=(--package-path Server "${WITH_PACKAGES[@]}" "${STRICT[@]}" "${LEAN[@]}")
run_tests "${options[@]}"

printf '== transcripts\n'
Server/scripts/transcripts.py --check --program "$(swift build "${options[@]}" --show-bin-path)/applinks-server"
