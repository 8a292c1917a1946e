#!/usr/bin/env bash
# Checks that a program which imports Futures alone does not load Foundation.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

[[ $(uname -s) == Linux ]] || skip "only on Linux"

options=(--package-path Tests/LinkageTest --scratch-path .build/check-linkage)
swift build "${options[@]}"
program=$(swift build "${options[@]}" --show-bin-path)/LinkageTest
"$program"

libraries=$(ldd "$program")
printf '%s\n' "$libraries"
grep -q libswiftCore <<<"$libraries" || fail "ldd does not show the Swift libraries of $program"
if grep -i foundation <<<"$libraries"; then
  fail "Futures brings Foundation into a program that imports nothing else"
fi
