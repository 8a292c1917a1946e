#!/usr/bin/env bash
# Builds the packages beside the root one, other than Examples and Tools, and runs the tests they have.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

built=0
for manifest in */Package.swift; do
  package=$(dirname "$manifest")
  [[ -f $manifest && $package != Examples && $package != Tools ]] || continue
  printf '== %s\n' "$package"
  note "$package:"
  options=(--package-path "$package" --scratch-path ".build/check-$package" "${STRICT[@]}")
  if [[ -d $package/Tests ]]; then
    run_tests "${options[@]}"
  else
    swift build "${options[@]}"
    note "built"
  fi
  built=$((built + 1))
done

((built > 0)) || skip "no other packages here"
