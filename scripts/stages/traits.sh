#!/usr/bin/env bash
# Checks what clients resolve with traits; tests products behind traits (long: other modules on AsyncHTTPClient too).
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"
source scripts/docc.inc.sh
source scripts/stages/shared-build.inc.sh

scripts/traits-check.sh

products=()
traits=()
while read -r product trait _; do
  products+=("$product")
  traits+=("$trait")
done < <(bridges)
suites=("${products[@]/%/Tests}")
if long_form; then suites+=(TransfersTests AppLinksHTTPClientTests); fi
options=("${SHARED_BUILD[@]}")
# One after another: some use the one hook for diagnostics that a process has.
for suite in "${suites[@]}"; do
  printf '== %s\n' "$suite"
  note "${suite%Tests}:"
  run_tests "${options[@]}" --filter "^$suite\."
done

printf '== documentation\n'
out=.build/check/traits-docs
rm -rf "$out"
mkdir -p "$out"
# Graphs of removed modules would stay behind.
graphs=$(dirname "$(swift build "${options[@]}" --show-bin-path)")/symbolgraph
rm -rf "$graphs"
swift package "${options[@]}" dump-symbol-graph --minimum-access-level public \
  --skip-synthesized-members --emit-extension-block-symbols
modules=(Futures FuturesFoundation JSONValues Transfers Workflows DurableWorkflows AppLinks AppLinksResolving)
for module in "${modules[@]}" "${products[@]}"; do convert_catalogue "$module" "$graphs"; done

printf '== public API\n'
scripts/public-api.py --check --build "$(swift build "${options[@]}" --show-bin-path)" "${products[@]}"

printf '== code in articles and doc comments\n'
articles=()
for product in "${products[@]}"; do
  while IFS= read -r article; do articles+=("$article"); done \
    < <(find "Sources/$product/$product.docc" -name '*.md' | sort)
done
# And those of other modules that show what is behind a trait.
for trait in "${traits[@]}"; do
  while IFS= read -r article; do articles+=("$article"); done < <(scripts/check-code.py --under "$trait")
done
built=$(swift build "${options[@]}" --show-bin-path)
# Of the products for which there is what their samples use.
sampled=()
for product in "${products[@]}"; do
  if [[ -f Tests/DocSamples/$product.swift ]]; then sampled+=("$product"); fi
done
scripts/check-code.py --build "$built" "${articles[@]}" "${sampled[@]}"
