#!/usr/bin/env bash
# Loads mutated server responses with AsyncHTTPClient, as pages and with transfers:
#
#   scripts/http-fuzz.sh [SECONDS [SEED]]
#
# Every load has to end on time and as documented, and no response may end the process. To reproduce a
# finding:
#
#   scripts/http-fuzz.sh load SEED FIRST END
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/reduced-package.inc.sh

options=(--package-path "$(reduced_package http-fuzz HTTPFuzz)" --traits AsyncHTTPClient)
swift build "${options[@]}" --product HTTPFuzz
program=$(swift build "${options[@]}" --show-bin-path)/HTTPFuzz

if [[ ${1:-} == load ]]; then exec "$program" "$@"; fi
# The last numbers tell which answers have ended the process.
"$program" fuzz "${1:-30}" "${2:-$RANDOM$RANDOM}" |
  awk '/^at / { at[++count % 4] = $2; next }
    /^http client:/ { ended = 1 }
    { print; fflush() }
    END { if (!ended) for (each in at) print "error: the process may have ended at " at[each] }'
