#!/usr/bin/env bash
# Compares the HTML scanner with html5lib and lexbor on 1,000 generated pages; long: 20,000.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

pages=1000
if long_form || [[ ${TENON_STRESS:-} == long ]]; then pages=20000; fi

output=$(mktemp)
trap 'rm -f "$output"' EXIT
scripts/oracle.sh "$pages" 2>&1 | tee "$output"
note "$(tail -n 1 "$output")"
