# shellcheck shell=bash
# A package with some of this package's test targets and their dependencies, which builds faster.

# Prints the manifest of the package in a directory, reduced to test targets. With an extended regular
# expression in `only_files`, the targets have only the matching files and the files in their folder Support.
# With `all_traits`, all traits are on by default.
#
# reduced_manifest DIRECTORY TARGET...
reduced_manifest() {
  local directory=$1 names target files
  shift
  names=$(printf '"%s", ' "$@")
  cat "$directory/Package.swift"
  cat <<SWIFT

// Added by scripts/reduced-package.inc.sh.
var needed: Set<String> = [${names%, }]
var found = 0
while found < needed.count {
  found = needed.count
  for target in package.targets where needed.contains(target.name) {
    for dependency in target.dependencies {
      if case .byNameItem(let name, _) = dependency { needed.insert(name) }
    }
  }
}
package.products.removeAll { product in
  !needed.isSuperset(of: (product as? Product.Library)?.targets ?? [product.name])
}
package.targets.removeAll { !needed.contains(\$0.name) }
// What no target names has no trait before it, and would be fetched.
var used: Set<String> = []
for dependency in package.targets.flatMap(\.dependencies) {
  if case .productItem(_, let name?, _, _) = dependency { used.insert(name) }
}
package.dependencies.removeAll { dependency in
  guard case .sourceControl(_, let location, _) = dependency.kind else { return false }
  return !used.contains { location.hasSuffix("/\\(\$0)") }
}
SWIFT
  if [[ -n ${all_traits:-} ]]; then
    printf 'package.traits.insert(.default(enabledTraits: Set(package.traits.map(\\.name))))\n'
  fi
  [[ -n ${only_files:-} ]] || return 0
  for target in "$@"; do
    files=$(cd "$directory/Tests/$target" && find . -name '*.swift' | sed 's|^\./||' |
      grep -E "^Support/|$only_files" | LC_ALL=C sort | sed 's|.*|"&",|')
    cat <<SWIFT
package.targets.first { \$0.name == "$target" }!.sources = [
$files
]
SWIFT
  done
}

# Makes a reduced package with the sources of the working tree, and prints its path.
#
# reduced_package NAME TARGET...
reduced_package() {
  local directory=.build/reduced/$1 folder
  shift
  mkdir -p "$directory"
  for folder in Sources Tests; do ln -sfn "../../../$folder" "$directory/$folder"; done
  reduced_manifest . "$@" >"$directory/Package.swift.new"
  if cmp -s "$directory/Package.swift.new" "$directory/Package.swift"; then
    rm "$directory/Package.swift.new"
  else
    mv "$directory/Package.swift.new" "$directory/Package.swift"
  fi
  printf '%s\n' "$directory"
}
