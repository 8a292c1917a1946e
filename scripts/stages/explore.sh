#!/usr/bin/env bash
# Runs small scenarios of the engine under every schedule with 2 interruptions; long: 4, and mutants.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

[[ $(uname -s) == Linux ]] || skip "only on Linux, whose linker lets the explorer see all memory"

options=(--package-path Explorer --scratch-path .build/check-Explorer "${STRICT[@]}" "${LEAN[@]}")
# Rebuilds code that was inlined from the engine, which a debug build would leave unchanged.
rm -f .build/check-Explorer/debug/{Scenarios,ExplorerTests}.build/*.{o,swiftdeps}
run_tests "${options[@]}"
explore=$(swift build "${options[@]}" --show-bin-path)/explore

# Runs the scenarios with the given bounds, and notes the line with the totals.
explore() {
  local output
  output=$(mktemp)
  if ! "$explore" "$@" | tee "$output"; then
    rm -f "$output"
    fail "a schedule shows a defect"
  fi
  note "$(tail -n 1 "$output" | awk '{ print $1, "scenarios,", $3, "schedules" }')"
  rm -f "$output"
}

if long_form; then
  explore --bound 4
  explore --bound 3 --spurious 1
  Tests/Mutants/mutants.py --explorer
else
  explore --bound 2
fi
