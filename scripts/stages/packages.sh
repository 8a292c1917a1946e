#!/usr/bin/env bash
# Builds the packages beside the root one that have no stage of their own, and runs their tests.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

built=0
for manifest in */Package.swift; do
  package=$(dirname "$manifest")
  [[ -f $manifest ]] || continue
  case $package in Examples | Explorer | Tools) continue ;; esac
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
