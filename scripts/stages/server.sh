#!/usr/bin/env bash
# Builds and tests Server/, also on PostgreSQL if that is there, and checks its README (needs curl, Python 3).
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

[[ -f Server/Package.swift ]] || skip "no Server here"
command -v curl >/dev/null || skip "curl is missing"

options=(--package-path Server "${WITH_PACKAGES[@]}" "${STRICT[@]}" "${LEAN[@]}")
if ! command -v pg_config >/dev/null; then
  note "(without PostgreSQL: there is no libpq)"
else
  options+=(--traits PostgreSQL)
  if ! scripts/postgresql.sh </dev/null >/dev/null; then
    note "(without a server of PostgreSQL: see the log)"
  fi
fi
run_tests "${options[@]}"

printf '== transcripts\n'
Server/scripts/transcripts.py --check --program "$(swift build "${options[@]}" --show-bin-path)/applinks-server"
