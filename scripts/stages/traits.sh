#!/usr/bin/env bash
# Checks what clients resolve with and without traits; tests and documents the products behind traits.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"
source scripts/bridges.inc.sh
source scripts/docc.inc.sh
source scripts/reduced-package.inc.sh

scripts/traits-check.sh

# One build with all traits of only what the bridges need.
mapfile -t products < <(bridge_column 1)
traits=$(bridge_column 2 | paste -sd , -)
options=(
  --package-path "$(reduced_package traits "${products[@]/%/Tests}")" --traits "$traits" "${STRICT[@]}"
)
# One after another: some use the one hook for diagnostics that a process has.
for product in "${products[@]}"; do
  printf '== %sTests\n' "$product"
  note "$product:"
  run_tests "${options[@]}" --filter "^${product}Tests\."
done

printf '== documentation\n'
out=.build/check/traits-docs
rm -rf "$out"
mkdir -p "$out"
graphs=$(empty_graphs "${options[@]}")
swift package "${options[@]}" dump-symbol-graph --minimum-access-level public \
  --skip-synthesized-members --emit-extension-block-symbols
for module in Futures FuturesFoundation JSONValues Transfers Workflows "${products[@]}"; do
  convert_catalogue "$module" "$graphs"
done

printf '== code in articles\n'
articles=()
for product in "${products[@]}"; do
  while IFS= read -r article; do articles+=("$article"); done \
    < <(find "Sources/$product/$product.docc" -name '*.md' | sort)
done
scripts/check-articles.py --build "$(swift build "${options[@]}" --show-bin-path)" "${articles[@]}"
