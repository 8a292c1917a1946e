#!/usr/bin/env bash
# Type-checks code for Apple platforms on any platform, against stub modules in Tests/AppleStubs/.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

# A file behind `#if canImport(UIKit)` is empty on Linux, and its mistakes would show only on a Mac. The
# stubs declare the parts of Apple's frameworks that the project uses, so that such files are compiled
# here. The stubs are written by hand, and mistakes in them are not detected.
out=.build/check/apple
rm -rf "$out"
mkdir -p "$out"

swift build "${AS_TESTED[@]}"
binaries=$(swift build --show-bin-path)
modules=$binaries/Modules
# Declarations with `package` access are visible only under the package name that SwiftPM chose.
package=$(grep -m 1 -o '"-package-name","[^"]*"' .build/debug.yaml | head -n 1 | cut -d "\"" -f 4)
[[ -n $package ]] || fail "the package name is not in debug.yaml"

frameworks=()
for stub in Tests/AppleStubs/*.swift; do
  framework=$(basename "$stub" .swift)
  printf '== stub %s\n' "$framework"
  swiftc -emit-module -parse-as-library -swift-version 6 -module-name "$framework" \
    -emit-module-path "$out/$framework.swiftmodule" "$stub"
  frameworks+=("$framework")
done
pattern="canImport\(($(IFS='|' && printf '%s' "${frameworks[*]}"))\)"

# Recompiles a module, with the stubs available for import.
check_module() {
  local sources=()
  mapfile -t sources < <(find "Sources/$1" -name '*.swift' | sort)
  swiftc -typecheck -parse-as-library -swift-version 6 -warnings-as-errors \
    -package-name "$package" -module-name "$1" \
    -enable-upcoming-feature ExistentialAny \
    -enable-upcoming-feature InternalImportsByDefault \
    -enable-upcoming-feature MemberImportVisibility \
    -I "$out" -I "$modules" "${sources[@]}"
}

checked=()
files=0
for folder in Sources/*/; do
  module=$(basename "$folder")
  found=$({ grep -rlE --include='*.swift' "$pattern" "$folder" || true; } | wc -l)
  ((found > 0)) || continue
  printf '== %s: %s files\n' "$module" "$found"
  check_module "$module"
  checked+=("$module")
  files=$((files + found))
done
((files > 0)) || fail "no file in Sources/ has code for ${frameworks[*]}"

# The check must be able to fail: a file that uses something that no stub declares is rejected.
probe=$out/Probe.swift
cat >"$probe" <<'SWIFT'
#if canImport(UIKit)
import UIKit
let probe: UIThereIsNoSuchThing? = nil
#endif
SWIFT
if swiftc -typecheck -I "$out" "$probe" >/dev/null 2>&1; then
  fail "the stubs were not imported: a probe with a mistake was accepted"
fi

note "$files files in ${checked[*]}"
