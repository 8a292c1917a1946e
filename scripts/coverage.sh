#!/usr/bin/env bash
# Measures how much of each module the tests reach. `scripts/coverage.sh --help` lists its options.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/build-flags.inc.sh
source scripts/reduced-package.inc.sh

usage() {
  cat <<'HELP'
Usage: scripts/coverage.sh [--files] [TARGET]

Runs all tests, or those of one test target, with code coverage in a build of its own, and prints the
share of lines and regions that they reach, by module and by folder of Futures. With all tests, fails
where they reach less than scripts/coverage-thresholds.txt asks for.

  --files  Also list the files with regions that no test reaches.
HELP
}

options=()
target=
while (($# > 0)); do
  case $1 in
    -h | --help) usage && exit 0 ;;
    --files) options+=(--files) ;;
    -*) usage >&2 && exit 2 ;;
    *) target=$1 ;;
  esac
  shift
done

package=(--scratch-path .build/check-coverage)
thresholds=(scripts/coverage-thresholds.txt)
if [[ -n $target ]]; then
  package=(--package-path "$(reduced_package "coverage-$target" "$target")")
  thresholds=()
fi

swift test --disable-xctest "${COVERAGE[@]}" "${package[@]}" --skip 'MemoryStressTests/'
scripts/coverage.py "$(swift test --show-codecov-path "${package[@]}")" \
  ${thresholds[@]+"${thresholds[@]}"} ${options[@]+"${options[@]}"}
