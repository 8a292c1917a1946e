#!/usr/bin/env bash
# Builds the documentation, with warnings as errors, and compiles the code in it.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"
source scripts/bridges.inc.sh
source scripts/docc.inc.sh

out=.build/check/docs
rm -rf "$out"
mkdir -p "$out"

# Products behind a trait are empty here; the stage traits builds their catalogs.
mapfile -t modules < <(documented_modules | grep -vxF "$(bridge_products)")

# Not with `swift package dump-symbol-graph`, which builds the package with all traits.
swift build "${AS_TESTED[@]}"
built=$(swift build --show-bin-path)
triple=$(swift -print-target-info | sed -n 's/.*"triple" *: *"\(.*\)".*/\1/p' | head -n 1)
mkdir "$out/graphs"
for module in "${modules[@]}"; do
  swift symbolgraph-extract -module-name "$module" -I "$built/Modules" -target "$triple" \
    -minimum-access-level public -skip-synthesized-members -emit-extension-block-symbols \
    -output-dir "$out/graphs"
  convert_catalogue "$module" "$out/graphs"
done
note "${modules[*]}"

printf '== code in articles and doc comments\n'
scripts/check-code.py
