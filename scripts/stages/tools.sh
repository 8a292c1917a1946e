#!/usr/bin/env bash
# Builds and tests Tools/ with SQLite, and checks that its README shows what the tool prints (needs Python 3).
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

[[ -f Tools/Package.swift ]] || skip "no Tools here"

options=(
  --package-path Tools "${WITH_PACKAGES[@]}" --traits SQLite "${STRICT[@]}" "${LEAN[@]}"
)
# One at a time: each starts programs and waits for them, and a page has to load within 15 seconds.
run_tests --no-parallel "${options[@]}"

# The module needs a trait, whose packages are built here.
printf '== public API\n'
scripts/public-api.py --check --build "$(swift build "${options[@]}" --show-bin-path)" TransfersHTTPClient

# Without the trait there is no database, and tenon-runs says so.
if long_form; then
  printf '== without SQLite\n'
  plain=(--package-path Tools --scratch-path .build/check-Tools-plain "${STRICT[@]}" "${LEAN[@]}")
  swift build "${plain[@]}" --product tenon-runs
  if [[ -n $(find .build/check-Tools-plain/checkouts -maxdepth 1 -name 'GRDB*') ]]; then
    fail "Tools resolves GRDB without the trait"
  fi
  status=0
  "$(swift build "${plain[@]}" --show-bin-path)/tenon-runs" list --store Package.swift || status=$?
  ((status == 2)) || fail "tenon-runs without SQLite exits with $status"
fi

# A test does this too; here the difference is seen in the log.
printf '== transcripts\n'
Tools/transcripts.py --check --tool "$(swift build "${options[@]}" --show-bin-path)"
