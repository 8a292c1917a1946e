#!/usr/bin/env bash
# Runs the tests of futures and façades in release mode; long: all tests.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"
source scripts/reduced-package.inc.sh

# The optimizer acts on what is inlined across modules: the futures, and the façades over them.
package=(--scratch-path .build/check-release)
if ! long_form; then
  package=(--package-path "$(reduced_package release \
    FuturesTests FuturesTestingTests BoltsCompatTests BrightFuturesCompatTests)")
fi
run_tests -c release -Xswiftc -enable-testing "${package[@]}" "${STRICT[@]}" \
  --explicit-target-dependency-import-check error
