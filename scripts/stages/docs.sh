#!/usr/bin/env bash
# Builds the documentation, with warnings as errors, and compiles the code in the articles.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"
source scripts/bridges.inc.sh
source scripts/docc.inc.sh

out=.build/check/docs
rm -rf "$out"
mkdir -p "$out"

graphs=$(empty_graphs)
# The graphs of all modules are asked for, and those of the tests need a build of the tests.
swift build --build-tests
swift package dump-symbol-graph --minimum-access-level public --skip-synthesized-members \
  --emit-extension-block-symbols

# What other modules' pages link to comes first. Products behind a trait are empty here; their
# catalogues are those of the stage traits.
modules=(Futures FuturesFoundation JSONValues Transfers AppLinks AppLinksResolving)
mapfile -t bridges < <(bridge_column 1)
for catalogue in Sources/*/*.docc; do
  module=$(basename "$catalogue" .docc)
  [[ " ${modules[*]} ${bridges[*]} " == *" $module "* ]] || modules+=("$module")
done

for module in "${modules[@]}"; do convert_catalogue "$module" "$graphs"; done
note "${modules[*]}"

printf '== code in articles\n'
scripts/check-articles.py
