#!/usr/bin/env bash
# Loads mutated server responses, with Foundation or with AsyncHTTPClient:
#
#   scripts/http-fuzz.sh [COUNT [SEED]]            pages and transfers over URLSession
#   scripts/http-fuzz.sh client [SECONDS [SEED]]   pages and transfers over AsyncHTTPClient
#
# Every load has to end on time and as documented. With AsyncHTTPClient, no response may end the
# process; with URLSession, only the traps of Foundation listed in
# Tests/HTTPFuzz/FoundationTrap.swift may, and all of them must still occur. The same seed generates
# the same responses. To reproduce a finding in one process:
#
#   scripts/http-fuzz.sh load SEED FIRST END
#   scripts/http-fuzz.sh client-load SEED FIRST END
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/build-flags.inc.sh
source scripts/reduced-package.inc.sh

options=("${AS_TESTED[@]}")
if [[ ${1:-} == client* ]]; then
  options=(--package-path "$(reduced_package http-fuzz HTTPFuzz)" --traits AsyncHTTPClient)
fi
swift build "${options[@]}" --product HTTPFuzz
program=$(swift build "${options[@]}" --show-bin-path)/HTTPFuzz

case ${1:-} in
  client)
    # The last numbers tell which answers have ended the process.
    "$program" client "${2:-30}" "${3:-$RANDOM$RANDOM}" |
      awk '/^at / { at[++count % 4] = $2; next }
        /^http client:/ { ended = 1 }
        { print; fflush() }
        END { if (!ended) for (each in at) print "error: the process may have ended at " at[each] }'
    ;;
  [a-z]*) exec "$program" "$@" ;;
  *) exec "$program" fuzz "${1:-1000}" "${2:-$RANDOM$RANDOM}" ;;
esac
