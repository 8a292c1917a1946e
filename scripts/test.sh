#!/usr/bin/env bash
# Builds only what the tests of one module need, and runs them; use it while you work.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/build-flags.inc.sh
source scripts/reduced-package.inc.sh

usage() {
  cat <<'HELP'
Usage: scripts/test.sh [--traits TRAIT[,TRAIT]] TARGET[,TARGET] [FILTER]

Builds test targets of the root package with the modules that they test, and runs their tests. A
filter is a regular expression over names such as FuturesTests.RetryTests/attempts(). After a first
build, a change in one module takes seconds.

  scripts/test.sh FuturesTests
  scripts/test.sh FuturesTests RetryTests
  scripts/test.sh --traits AsyncHTTPClient TransfersHTTPClientTests
HELP
}

traits=()
while [[ ${1:-} == -* ]]; do
  case $1 in
    -h | --help) usage && exit 0 ;;
    --traits) source scripts/traits.inc.sh && traits=(--traits "${2:?test.sh: --traits needs names}") && shift ;;
    *) printf "test.sh: unknown option '%s'; see --help\n" "$1" >&2 && exit 2 ;;
  esac
  shift
done
if (($# == 0 || $# > 2)); then usage >&2 && exit 2; fi
IFS=, read -ra targets <<<"$1"
for target in "${targets[@]}"; do
  if [[ ! -d Tests/$target || $target != *Tests ]]; then
    printf 'test.sh: there is no test target %s; there are:\n' "$target" >&2
    find Tests -maxdepth 1 -name '*Tests' -printf '  %f\n' | LC_ALL=C sort >&2
    exit 2
  fi
done

# Traits have a build of their own: the same sources compile to something else.
package=$(reduced_package "$(IFS=- && echo "test-${targets[*]}${traits[*]:+-${traits[1]//,/-}}")" "${targets[@]}")
swift build --build-tests --package-path "$package" ${traits[@]+"${traits[@]}"} "${LEAN_WITH_LINES[@]}"
swift test --skip-build --disable-xctest --package-path "$package" ${traits[@]+"${traits[@]}"} \
  "${LEAN_WITH_LINES[@]}" ${2:+--filter "$2"}
