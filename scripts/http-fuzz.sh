#!/usr/bin/env bash
# Loads mutated answers with transfers and the resolver of pages: scripts/http-fuzz.sh [COUNT
# [SEED]]
#
# Every load has to end in time and as documented, and no process may end but by the traps of
# Foundation that are listed in Tests/HTTPFuzz/FoundationTrap.swift, all of which have to be there
# still. The same seed makes the same answers. To repeat what is found: scripts/http-fuzz.sh load
# SEED FIRST END, which loads in this process.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."

swift build --product HTTPFuzz
program=$(swift build --show-bin-path)/HTTPFuzz
if [[ ${1:-} =~ ^[a-z] ]]; then exec "$program" "$@"; fi
exec "$program" fuzz "${1:-1000}" "${2:-$RANDOM$RANDOM}"
