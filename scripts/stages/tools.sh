#!/usr/bin/env bash
# Builds and tests Tools/, with SQLite and, if libpq is installed, PostgreSQL, and checks its README (needs Python 3); long: the screen in Chromium.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"
source scripts/stages/shared-build.inc.sh

[[ -f Tools/Package.swift ]] || skip "no Tools here"

traits=SQLite
if command -v pg_config >/dev/null; then traits+=,PostgreSQL; else note "(without PostgreSQL: there is no libpq)"; fi
options=(--package-path Tools "${WITH_PACKAGES[@]}" --traits "$traits")
# One at a time: each starts programs and waits for them, and a page has to load within 15 seconds.
run_tests --no-parallel "${options[@]}"

# The module needs a trait, whose packages are built here.
printf '== public API\n'
scripts/public-api.py --check --build "$(swift build "${options[@]}" --show-bin-path)" TransfersHTTPClient

# The screen in a browser, where there is one.
if long_form; then
  if command -v chromium >/dev/null && python3 -c 'import axe_playwright_python' 2>/dev/null; then
    printf '== the screen of tenon-runs\n'
    PYTHONDONTWRITEBYTECODE=1 Tools/screen-checks.py \
      "$(swift build "${options[@]}" --show-bin-path)/tenon-runs"
  else
    note "(without the screen: Chromium or axe-playwright-python is missing)"
  fi
fi

# Without the traits there is no database, and tenon-runs says so.
if long_form; then
  printf '== without SQLite and PostgreSQL\n'
  shared=$TENON_PACKAGE
  unset TENON_PACKAGE
  plain=(--package-path Tools --scratch-path .build/check-Tools-plain "${STRICT[@]}" "${LEAN[@]}")
  swift build "${plain[@]}" --product tenon-runs
  if [[ -n $(find .build/check-Tools-plain/checkouts -maxdepth 1 -name 'GRDB*') ]]; then
    fail "Tools resolves GRDB without the trait"
  fi
  program=$(swift build "${plain[@]}" --show-bin-path)/tenon-runs
  if [[ $(ldd "$program") == *libpq* ]]; then fail "tenon-runs links libpq without the trait"; fi
  for store in Package.swift postgres://localhost/runs; do
    status=0
    "$program" list --store "$store" || status=$?
    ((status == 2)) || fail "tenon-runs without databases exits with $status for $store"
  done
  export TENON_PACKAGE=$shared
fi

# A test does this too; here the difference is seen in the log.
printf '== transcripts\n'
Tools/transcripts.py --check --tool "$(swift build "${options[@]}" --show-bin-path)"
