#!/usr/bin/env bash
# Builds and tests Examples/, then runs the programs and checks what they print.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"
source scripts/stages/shared-build.inc.sh

[[ -f Examples/Package.swift ]] || skip "no Examples here"

options=(--package-path Examples "${WITH_PACKAGES[@]}")
run_tests "${options[@]}"
programs=$(swift build "${options[@]}" --show-bin-path)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

printf '== weather prints a table\n'
"$programs/weather" | tee "$work/table"
(($(grep -c . "$work/table") >= 3)) || fail "weather printed fewer than 3 lines"
grep -q '[0-9]' "$work/table" || fail "weather printed no temperature"

printf '== weather fails for a city that it does not know\n'
status=0
"$programs/weather" Nowhereville >"$work/unknown" 2>&1 || status=$?
cat "$work/unknown"
((status == 1)) || fail "weather Nowhereville ended with $status instead of 1"
[[ -s $work/unknown ]] || fail "weather Nowhereville failed without a word"

printf '== feed plays the session that the README shows\n'
"$programs/feed" | tee "$work/feed"
awk '/ Examples feed$/ { inside = 1; next } inside && /^```/ { exit } inside' Examples/README.md \
  | diff - "$work/feed" || fail "feed printed something else than Examples/README.md shows"

printf '== orders survives its kills, and charges each order once\n'
"$programs/orders" demo --folder "$work/orders" | tee "$work/story"
(($(grep -c '^Killed\.$' "$work/story") == 3)) || fail "orders was not killed three times"
for line in 'Ran again although recorded: nothing.' \
  'Charged once: 4 of 4 orders; more than once: 0.'; do
  grep -qxF "$line" "$work/story" || fail "orders did not print: $line"
done

printf '== orders goes on with another release, without a page or a server\n'
orders() { "$programs/orders" "$@" --folder "$work/release"; }
orders submit
"$programs/orders" work --folder "$work/release" >"$work/old" &
old=$!
for ((i = 0; i < 100; i++)); do
  grep -q 'order-1: waits' "$work/old" && break
  sleep 0.1
done
kill -TERM "$old"
wait "$old" || fail "orders did not end gracefully"
orders approve order-1
orders work --release 2 --until-idle >"$work/new"
for ((i = 0; i < 100; i++)); do
  grep -q 'order-1: the customer is thanked' "$work/new" && break
  sleep 0.1
  orders work --release 2 --until-idle >>"$work/new"
done
grep -q 'order-1: the customer is thanked' "$work/new" || fail "the second release did not go on"
for arguments in serve 'list --store postgres://localhost/orders'; do
  status=0
  # shellcheck disable=SC2086 # several words
  "$programs/orders" $arguments >"$work/missing" 2>&1 || status=$?
  ((status == 1)) || fail "orders $arguments without its trait ended with $status"
  grep -q 'is not built into this program' "$work/missing" || fail "orders $arguments did not say why"
done

if long_form; then
  printf '== the page of the orders\n'
  run_tests "${options[@]}" --traits Page --filter OrdersPageTests
fi

printf '== diagrams draws the pictures of the documentation\n'
"$programs/diagrams" --check || fail "diagrams draws other pictures than the documentation shows"

printf '== dupes finds the copy and nothing else\n'
mkdir -p "$work/tree/one" "$work/tree/two/deep"
seq 1 1000 >"$work/tree/one/original.txt"
seq 1 1000 >"$work/tree/two/deep/copy.txt"
seq 1 1000 | tr 1 2 >"$work/tree/two/same-size.txt"
echo alone >"$work/tree/alone.txt"
"$programs/dupes" "$work/tree" | tee "$work/dupes"
for name in original.txt copy.txt; do
  grep -q "$name" "$work/dupes" || fail "dupes did not name $name"
done
for name in same-size.txt alone.txt; do
  if grep -q "$name" "$work/dupes"; then fail "dupes named $name, which has no copy"; fi
done
