# shellcheck shell=bash
# Converts documentation catalogs. A stage first sets `out` to an empty folder.

# The archives so far; each module may link to the previous modules.
archives=()

# Prints the modules with a catalog. Modules that the pages of others link to come first.
documented_modules() {
  local first=(Futures FuturesFoundation JSONValues Transfers Workflows AppLinks AppLinksResolving)
  local catalogue module
  printf '%s\n' "${first[@]}"
  for catalogue in Sources/*/*.docc; do
    module=$(basename "$catalogue" .docc)
    [[ " ${first[*]} " == *" $module "* ]] || printf '%s\n' "$module"
  done
}

# Converts the catalog of a module: its own symbols, and its extensions of types of other modules.
#
# convert_catalogue MODULE GRAPHS
convert_catalogue() {
  local module=$1 graphs=$2 extensions
  printf '== %s\n' "$module"
  mkdir -p "${out:?}/$module.symbols"
  cp "$graphs/$module.symbols.json" "$out/$module.symbols/"
  for extensions in "$graphs/$module"@*.symbols.json; do
    [[ ! -f $extensions ]] || cp "$extensions" "$out/$module.symbols/"
  done
  docc convert "Sources/$module/$module.docc" \
    --additional-symbol-graph-dir "$out/$module.symbols" \
    --fallback-display-name "$module" --fallback-bundle-identifier "tenon.$module" \
    --output-path "$out/$module.doccarchive" \
    --warnings-as-errors --analyze --experimental-documentation-coverage \
    --enable-experimental-external-link-support ${archives[@]+"${archives[@]}"}
  archives+=(--dependency "$out/$module.doccarchive")
}
