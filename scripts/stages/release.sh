#!/usr/bin/env bash
# Runs FuturesTests and FuturesTestingTests in release mode; long: all tests.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"
source scripts/reduced-package.inc.sh

# The optimizer affects code that is inlined across modules, mostly that of futures.
package=(--scratch-path .build/check-release)
if ! long_form; then
  package=(--package-path "$(reduced_package release FuturesTests FuturesTestingTests)")
fi
run_tests -c release -Xswiftc -enable-testing "${package[@]}" "${STRICT[@]}" "${LEAN[@]}" \
  --explicit-target-dependency-import-check error
