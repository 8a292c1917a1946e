#!/usr/bin/env bash
# Builds and tests Server/, also on PostgreSQL, with hostile names, and against its README; long: with schemathesis.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"
source scripts/stages/shared-build.inc.sh
source scripts/python-packages.inc.sh

[[ -f Server/Package.swift ]] || skip "no Server here"
command -v curl >/dev/null || skip "curl is missing"
command -v python3 >/dev/null || skip "no python3"

options=(--package-path Server "${WITH_PACKAGES[@]}")
if ! command -v pg_config >/dev/null; then
  note "(without PostgreSQL: there is no libpq)"
else
  options+=(--traits PostgreSQL)
  if ! scripts/postgresql.sh </dev/null >/dev/null; then
    note "(without a server of PostgreSQL: see the log)"
  fi
fi
run_tests "${options[@]}"
program=$(swift build "${options[@]}" --show-bin-path)/applinks-server

# It waits for a silent name server most of the time.
names=$(mktemp)
Server/scripts/dns-checks.py "$program" >"$names" 2>&1 &
checking=$!
trap 'kill "$checking" 2>/dev/null || true; rm -f "$names"' EXIT

printf '== transcripts\n'
Server/scripts/transcripts.py --check --program "$program"

printf '== hostile and silent name servers\n'
status=0
wait "$checking" || status=$?
cat "$names"
case $status in
  0) ;;
  77) note "(without hostile name servers: see the log)" ;;
  *) fail "a hostile name server reached its end" ;;
esac

if long_form; then
  printf '== schemathesis\n'
  use_python_packages Server/scripts/api-checks/requirements.txt
  Server/scripts/api-checks.py "$program"
fi
