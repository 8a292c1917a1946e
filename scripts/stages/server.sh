#!/usr/bin/env bash
# Builds and tests Server/, with its program and the database.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

[[ -f Server/Package.swift ]] || skip "no Server here"

run_tests --package-path Server --scratch-path .build/check-server "${STRICT[@]}" "${LEAN[@]}"
