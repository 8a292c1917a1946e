#!/usr/bin/env bash
# Checks that a program which imports Futures alone does not load Foundation.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

[[ $(uname -s) == Linux ]] || skip "only on Linux"

swift build "${AS_TESTED[@]}" --product linkage
program=$(swift build "${AS_TESTED[@]}" --show-bin-path)/linkage
"$program"

libraries=$(ldd "$program")
printf '%s\n' "$libraries"
grep -q libswiftCore <<<"$libraries" || fail "ldd does not show the Swift libraries of $program"
if grep -i foundation <<<"$libraries"; then
  fail "Futures brings Foundation into a program that imports nothing else"
fi
