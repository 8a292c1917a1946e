#!/usr/bin/env bash
# Runs stress tests and random programs of FuturesTests in release mode; long: all tests.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"
source scripts/reduced-package.inc.sh

# The optimizer affects code that is inlined across modules, mostly that of futures.
package=(--scratch-path .build/check-release)
if ! long_form; then
  files='/(Engine|Properties|Stress)/|(Stress|Race)Tests\.swift$'
  package=(--package-path "$(only_files=$files reduced_package release FuturesTests)")
fi
run_tests -c release -Xswiftc -enable-testing "${package[@]}" "${STRICT[@]}" "${LEAN[@]}" \
  --explicit-target-dependency-import-check error
