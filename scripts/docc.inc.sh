# shellcheck shell=bash
# Converts documentation catalogues. A stage sets `out` first, an empty folder.

# The archives so far; each module may link to the modules before it.
archives=()

# Prints the folder where `swift package dump-symbol-graph` leaves the graphs, after emptying it: graphs
# of removed modules would stay behind. Takes the options of the build.
empty_graphs() {
  local graphs
  graphs=$(dirname "$(swift build "$@" --show-bin-path)")/symbolgraph
  rm -rf "$graphs"
  printf '%s\n' "$graphs"
}

# Converts the catalogue of a module: its own symbols, and its extensions of types of other modules.
#
# convert_catalogue MODULE GRAPHS
convert_catalogue() {
  local module=$1 graphs=$2 extensions
  printf '== %s\n' "$module"
  mkdir -p "$out/$module.symbols"
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
