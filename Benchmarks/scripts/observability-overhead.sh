#!/usr/bin/env bash
# Compares measured, traced and plain work with nothing bootstrapped: allocations, time, and, where
# valgrind is installed, instructions.
#
# Usage: Benchmarks/scripts/observability-overhead.sh
#
# Fails if a row allocates more than plain work, or if an iteration runs more than BAR instructions,
# and five per cent, that plain work does not. To learn that nothing is bootstrapped takes a lock and
# a lookup; the counts of runs vary with their threads.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source scripts/traits.inc.sh

readonly BAR=4000
readonly FEW=200
readonly MORE=1200
# A directory of its own: the trait changes what the other products are built with.
readonly BUILD=(-c release --package-path Benchmarks --scratch-path Benchmarks/.build/observability
  --traits Observability)

swift build "${BUILD[@]}" --product observability-bench
bench=$(swift build "${BUILD[@]}" --show-bin-path)/observability-bench
"$bench"

command -v valgrind >/dev/null || {
  printf 'valgrind is not installed: instructions are not counted\n'
  exit 0
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# valgrind 3.19 cannot read the debug information of Swift 6.3.
strip -g -o "$work/bench" "$bench"

# Prints the instructions of $3 iterations of side $2 of row $1.
instructions() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$work/bench" profile "$1" "$2" "$3" \
    2>&1 | awk '/Collected/ { print $4 }'
}

# Prints the instructions of one iteration, without those of the start of the process.
per_iteration() {
  echo $((($(instructions "$1" "$2" "$MORE") - $(instructions "$1" "$2" "$FEW")) / (MORE - FEW)))
}

printf '\n%-18s %9s %9s %9s %7s\n' 'instructions of' observed plain added ratio
missed=()
while read -r row; do
  ours=$(per_iteration "$row" ours)
  plain=$(per_iteration "$row" peer)
  added=$((ours - plain))
  printf '%-18s %9d %9d %9d %7s\n' "$row" "$ours" "$plain" "$added" \
    "$(awk -v a="$ours" -v b="$plain" 'BEGIN { printf "%.3f", a / b }')"
  ((added <= BAR + plain / 20)) || missed+=("$row")
done < <("$bench" names)

if ((${#missed[@]} > 0)); then
  printf 'observability-overhead.sh: more than %d instructions added: %s\n' "$BAR" "${missed[*]}" >&2
  exit 1
fi
