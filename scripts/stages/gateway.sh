#!/usr/bin/env bash
# Builds and tests Examples/Gateway, then calls the server and shuts it down.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"
source scripts/traits.inc.sh

[[ -f Examples/Gateway/Package.swift ]] || skip "no gateway here"
command -v curl >/dev/null || skip "curl is missing"

options=(--package-path Examples/Gateway --scratch-path .build/check-gateway "${STRICT[@]}")
run_tests "${options[@]}"
program=$(swift build "${options[@]}" --show-bin-path)/gateway
work=$(mktemp -d)
server=
trap '[[ -z $server ]] || kill "$server" 2>"$work/kill" || true; rm -rf "$work"' EXIT

"$program" --port 0 >"$work/log" 2>&1 &
server=$!
port=
for ((i = 0; i < 100; i++)); do
  port=$(sed -n 's/.*listening on 127\.0\.0\.1:\([0-9]*\).*/\1/p' "$work/log")
  [[ -z $port ]] || break
  sleep 0.1
done
[[ -n $port ]] || { cat "$work/log" && fail "the gateway did not start"; }
gateway=http://127.0.0.1:$port

printf '== both styles print the same page, without the reviews that are late\n'
curl --silent --show-error "$gateway/tenon/products/3" | tee "$work/tenon"
curl --silent --show-error "$gateway/tasks/products/3" | tee "$work/tasks"
cmp "$work/tenon" "$work/tasks" || fail "the pages differ"
grep -q '"part":"reviews"' "$work/tenon" || fail "the page does not say that the reviews are missing"

printf '== the trace shows the attempts\n'
trace=$(curl --silent --include "$gateway/tenon/products/4" | tr -d '\r' |
  sed -n 's/^trace: //p')
curl --silent --show-error "$gateway$trace" | tee "$work/trace"
grep -q 'attempt 3' "$work/trace" || fail "the trace lacks the third attempt"

printf '== a shutdown ends the program\n'
curl --silent --show-error --request POST "$gateway/products/4/orders"
kill -INT "$server"
status=0
wait "$server" || status=$?
server=
((status == 0)) || { cat "$work/log" && fail "the gateway ended with $status instead of 0"; }
