#!/usr/bin/env bash
# Prints what `import Futures` adds to a client: seconds of processor time to compile a module of 50
# files, debug and release, and the bytes that a stripped program has more.
#
# Usage: Benchmarks/scripts/import-cost.sh
#
# The files are compiled without the import, with it, and with a chain of futures in each. The three
# alternate, and the medians count; the modules of the package are compiled before. Processor time
# is that of all threads, so other work on the machine matters little.
#
# Environment:
#   ROUNDS=NUMBER  How often the files are compiled (default: 5).
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."

readonly ROOT=$PWD ROUNDS=${ROUNDS:-5} FILES=50

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Builds what is needed, and prints the directory of the products.
build() {
  local log=$work/build.log
  if ! swift build "$@" >"$log" 2>&1; then
    cat "$log" >&2
    exit 1
  fi
  swift build "$@" --show-bin-path
}

# Prints file $1 of a client of the kind $2.
client_file() {
  [[ $2 == plain ]] || printf 'import Futures\n\n'
  cat <<SWIFT
struct Item$1: Sendable, Hashable {
  var name: String
  var prices: [Int]

  var total: Int { prices.reduce(0, +) }
}

actor Store$1 {
  private var items: [String: Item$1] = [:]

  func add(_ item: Item$1) { items[item.name] = item }

  func names(above limit: Int) -> [String] {
    items.values.filter { \$0.total > limit }.map(\\.name).sorted()
  }

  func load(_ name: String) async throws -> Item$1 {
    try await Task.sleep(for: .milliseconds(1))
    guard let item = items[name] else { throw CancellationError() }
    return item
  }
}
SWIFT
  [[ $2 == chains ]] || return 0
  cat <<SWIFT

extension Store$1 {
  nonisolated func label(of name: String) -> Future<String, any Error> {
    Future { try await self.load(name) }
      .map { item in item.total }
      .flatMap { total in Future { total + $1 } }
      .map { total in "\(name): \\(total)" }
      .timeout(.seconds(10))
  }
}
SWIFT
}

# Prints the seconds of processor time that the client of the kind $1 takes with the given options.
seconds() {
  local kind=$1 TIMEFORMAT='%U %S' spent
  shift
  rm -rf "$work/objects"
  mkdir "$work/objects"
  spent=$({ (cd "$work/objects" && time swiftc -parse-as-library -swift-version 6 -module-name Client "$@" \
    -c "$work/$kind"/*.swift >"$work/compile.log" 2>&1) || cat "$work/compile.log"; } 2>&1)
  awk '{ print $1 + $2 }' <<<"$spent"
}

# Prints the median of the numbers in a file.
median() { sort -n "$1" | awk '{ n[NR] = $1 } END { print (n[int((NR + 1) / 2)] + n[int(NR / 2) + 1]) / 2 }'; }

# Writes the files of the clients.
write_files() {
  local kind file
  for kind in plain import chains; do
    mkdir -p "$work/$kind"
    for ((file = 1; file <= FILES; file++)); do
      client_file "$file" "$kind" >"$work/$kind/File$file.swift"
    done
  done
}

measure_time() {
  local kind round configuration options bin
  write_files
  printf 'processor time for %d files, medians of %d, in seconds\n\n' "$FILES" "$ROUNDS"
  printf '%-10s %8s %14s %18s\n' '' plain 'import adds' 'with chains adds'
  for configuration in debug release; do
    bin=$(build -c "$configuration" --package-path "$ROOT" --target Futures)
    options=(-I "$bin/Modules")
    if [[ $configuration == debug ]]; then options+=(-Onone -g -enable-batch-mode -j2); else options+=(-O -wmo); fi
    for ((round = 0; round < ROUNDS; round++)); do
      for kind in plain import chains; do
        seconds "$kind" "${options[@]}" >>"$work/$configuration.$kind"
      done
    done
    awk -v name="$configuration" -v plain="$(median "$work/$configuration.plain")" \
      -v import="$(median "$work/$configuration.import")" -v chains="$(median "$work/$configuration.chains")" \
      'BEGIN { printf "%-10s %8.2f %14.2f %18.2f\n", name, plain, import - plain, chains - plain }'
  done
}

# Prints the bytes of the stripped program $1 of the package.
program_size() {
  strip -o "$work/stripped" "$1"
  wc -c <"$work/stripped"
}

# Builds a program that imports nothing, and one that imports Futures, in release mode.
measure_size() {
  local program bin
  for program in plain futures; do mkdir -p "$work/package/Sources/$program"; done
  printf 'print(CommandLine.arguments)\n' >"$work/package/Sources/plain/main.swift"
  printf 'import Futures\n\nprint(CommandLine.arguments)\n' >"$work/package/Sources/futures/main.swift"
  cat >"$work/package/Package.swift" <<SWIFT
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "client",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "tenon", path: "$ROOT")],
  targets: [
    .executableTarget(name: "plain"),
    .executableTarget(name: "futures", dependencies: [.product(name: "Futures", package: "tenon")]),
  ]
)
SWIFT
  bin=$(build -c release --package-path "$work/package" --scratch-path .build/import-cost)
  printf '\na stripped program has %d bytes more\n' \
    $(($(program_size "$bin/futures") - $(program_size "$bin/plain")))
}

measure_time
measure_size
