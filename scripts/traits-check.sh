#!/usr/bin/env bash
# Checks which packages clients resolve: none without a trait, and with a trait only those that
# scripts/bridges.txt lists for it. Builds nothing.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/bridges.inc.sh

root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
checked=0

# Prints the names of the packages that the package in a directory resolves, on one line.
resolved() {
  local log=$work/log
  if ! swift package --package-path "$1" resolve >"$log" 2>&1; then
    cat "$log" >&2
    return 1
  fi
  # Without remote dependencies, SwiftPM does not write the file.
  [[ -f $1/Package.resolved ]] || return 0
  sed -n 's/.*"identity" : "\(.*\)".*/\1/p' "$1/Package.resolved" | LC_ALL=C sort | paste -sd ' ' -
}

# Creates a client of products, with the given traits, and prints its path.
#
# client NAME TRAITS PRODUCT...
client() {
  local directory=$work/$1 traits=$2 product products=
  shift 2
  for product in "$@"; do
    products+="      .product(name: \"$product\", package: \"tenon\"),"$'\n'
  done
  mkdir -p "$directory/Sources/Client"
  : >"$directory/Sources/Client/Client.swift"
  cat >"$directory/Package.swift" <<SWIFT
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "client",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "tenon", path: "$root", traits: [$traits])],
  targets: [
    .target(name: "Client", dependencies: [
$products    ])
  ]
)
SWIFT
  printf '%s\n' "$directory"
}

# Fails unless a package resolves the expected packages.
expect() {
  local package=$1 directory=$2 expected=$3 found
  found=$(resolved "$directory")
  checked=$((checked + 1))
  printf '%s: %s\n' "$package" "${found:-nothing}"
  [[ $found == "$expected" ]] && return 0
  printf 'error: %s resolves "%s" instead of "%s"\n' "$package" "$found" "$expected" >&2
  exit 1
}

# The package itself, without files left behind by builds with traits.
mkdir "$work/root"
ln -s "$root/Package.swift" "$root/Sources" "$root/Tests" "$work/root/"
expect "the package" "$work/root" ""

mapfile -t products < <(sed -n 's/^    \.library(name: "\([^"]*\)".*/\1/p' Package.swift)
((${#products[@]} > 0)) || { printf 'error: Package.swift has no product\n' >&2 && exit 1; }
directory=$(client all "" "${products[@]}")
expect "a client of all ${#products[@]} products without a trait" "$directory" ""

while read -r product trait packages; do
  directory=$(client "$product" "" "$product")
  expect "a client of $product without a trait" "$directory" ""
  directory=$(client "$product-$trait" "\"$trait\"" "$product")
  expect "a client of $product with the trait $trait" "$directory" "$packages"
done < <(bridges)

printf '%d packages resolve what they should\n' "$checked"
