#!/usr/bin/env bash
# Builds the documentation, with warnings as errors, and compiles the code in the articles.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

out=.build/check/docs
rm -rf "$out"
mkdir -p "$out"

# Graphs of removed modules would stay behind, so the folder is emptied first.
graphs=$(swift build --show-bin-path)
graphs=$(dirname "$graphs")/symbolgraph
rm -rf "$graphs"
# The graphs of all modules are asked for, and those of the tests need a build of the tests.
swift build --build-tests
swift package dump-symbol-graph --minimum-access-level public --skip-synthesized-members \
  --emit-extension-block-symbols

# What other modules' pages link to comes first; each module may link to all before it.
modules=(Futures FuturesFoundation JSONValues Transfers AppLinks AppLinksResolving)
for catalogue in Sources/*/*.docc; do
  module=$(basename "$catalogue" .docc)
  [[ " ${modules[*]} " == *" $module "* ]] || modules+=("$module")
done

built=()
archives=()
for module in "${modules[@]}"; do
  catalogue=Sources/$module/$module.docc
  [[ -d $catalogue ]] || continue
  printf '== %s\n' "$module"

  # The module's own symbols, and its extensions of types of other modules.
  mkdir -p "$out/$module.symbols"
  cp "$graphs/$module.symbols.json" "$out/$module.symbols/"
  for extensions in "$graphs/$module"@*.symbols.json; do
    [[ ! -f $extensions ]] || cp "$extensions" "$out/$module.symbols/"
  done

  docc convert "$catalogue" \
    --additional-symbol-graph-dir "$out/$module.symbols" \
    --fallback-display-name "$module" --fallback-bundle-identifier "tenon.$module" \
    --output-path "$out/$module.doccarchive" \
    --warnings-as-errors --analyze --experimental-documentation-coverage \
    --enable-experimental-external-link-support ${archives[@]+"${archives[@]}"}
  archives+=(--dependency "$out/$module.doccarchive")
  built+=("$module")
done

((${#built[@]} > 0)) || skip "no module has a catalogue"
note "${built[*]}"

printf '== code in articles\n'
scripts/check-articles.py
