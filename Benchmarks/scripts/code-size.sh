#!/usr/bin/env bash
# Measures what one call of `map` adds to a client's binary: builds two clients, release, that differ
# by a hundred calls, and divides the difference of what they load into memory.
#
# Usage: Benchmarks/scripts/code-size.sh
#
# Fails if a call site takes more than the bar. Every call of `map` is in a function of its own, which
# counts as well, as do the closure and the call of that function.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."

readonly BAR=400
readonly FEW=20
readonly MORE=100
readonly ROOT=$PWD

command -v size >/dev/null || {
  printf 'code-size.sh: needs the command size (binutils)\n' >&2
  exit 2
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The client: $1 calls whose closure is the Swift expression $2, of the type $3.
write_sources() {
  local count=$1 closure=$2 output=$3 site
  {
    printf 'import Futures\n\n'
    for ((site = 0; site < count; site++)); do
      printf '@inline(never) func site%d(_ future: Future<Int, any Error>)' "$site"
      printf ' -> Future<%s, any Error> {\n  future.map { %s }\n}\n' "$output" "${closure//K/$site}"
    done
    printf '\n@inline(never) @_optimize(none) func keep<Kept>(_ value: Kept) {}\n'
    printf '@inline(never) @_optimize(none) func checked(_ value: Int) throws -> Int {\n'
    printf '  if value < 0 { throw CancellationError() }\n  return value\n}\n'
    printf '\n@main struct Client {\n  static func main() {\n'
    printf '    let future = Future<Int, any Error>(value: CommandLine.argc == 0 ? 1 : 2)\n'
    for ((site = 0; site < count; site++)); do
      printf '    keep(site%d(future))\n' "$site"
    done
    printf '  }\n}\n'
  } >"$work/Sources/client/Client.swift"
}

# Prints the size of the client made of the same arguments.
client_size() {
  local log=$work/build.log
  write_sources "$@"
  if ! swift build -c release --package-path "$work" >"$log" 2>&1; then
    cat "$log" >&2
    printf 'code-size.sh: the client does not build, see above\n' >&2
    exit 1
  fi
  # Text, data and zeroed data: what is loaded. Symbol tables and debug information are not.
  size "$(swift build -c release --package-path "$work" --show-bin-path)/client" |
    awk 'NR == 2 { print $4 }'
}

mkdir -p "$work/Sources/client"
cat >"$work/Package.swift" <<EOF
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "client",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "tenon", path: "$ROOT")],
  targets: [
    .executableTarget(name: "client", dependencies: [.product(name: "Futures", package: "tenon")])
  ],
  swiftLanguageModes: [.v6]
)
EOF

failed=false
# Prints the bytes a call site; the closures differ in a number, so that none can be merged.
measure() {
  local name=$1 closure=$2 output=$3 few many bytes
  few=$(client_size "$FEW" "$closure" "$output")
  many=$(client_size $((FEW + MORE)) "$closure" "$output")
  bytes=$(((many - few) / MORE))
  if ((bytes <= BAR)); then
    printf '%-16s %4d bytes a call site  <= %d met\n' "$name" "$bytes" "$BAR"
  else
    printf '%-16s %4d bytes a call site  <= %d MISSED\n' "$name" "$bytes" "$BAR"
    failed=true
  fi
}

# shellcheck disable=SC2016 # the parameter of a closure is meant
{
  measure 'map Int->Int' '$0 &+ K' Int
  measure 'map Int->String' 'String($0 &+ K)' String
  measure 'map, throwing' 'try checked($0 &+ K)' Int
}

if $failed; then
  printf 'A call site of map is larger than it may be: keep the inlinable bodies small.\n' >&2
  exit 1
fi
