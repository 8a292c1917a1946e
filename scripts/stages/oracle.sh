#!/usr/bin/env bash
# Compares the HTML scanner with two others on 1,000 pages, cron with croniter on 4,000; long: 20,000, 100,000.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

pages=1000 expressions=4000
if long_form || [[ ${TENON_STRESS:-} == long ]]; then pages=20000 expressions=100000; fi

output=$(mktemp)
trap 'rm -f "$output"' EXIT
scripts/oracle.sh html "$pages" 2>&1 | tee "$output"
note "$(tail -n 1 "$output");"
scripts/oracle.sh cron "$expressions" 2>&1 | tee "$output"
note "$(tail -n 1 "$output")"
