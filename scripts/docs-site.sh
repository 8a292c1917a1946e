#!/usr/bin/env bash
# Builds the documentation of all modules as one static site in .build/site, and checks its links.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/build-flags.inc.sh
source scripts/bridges.inc.sh
source scripts/docc.inc.sh
source scripts/reduced-package.inc.sh
source scripts/traits.inc.sh

if (($# > 1)) || [[ ${1:-} == -* ]]; then
  cat <<'HELP'
Usage: scripts/docs-site.sh [BASE_PATH]

The site needs no connection, but a server, since browsers load no data from files:

  python3 -m http.server --directory .build/site

With a base path the site is to be served under that path. The first build takes about ten minutes:
it builds what the modules behind package traits stand on.
HELP
  exit 2
fi

mapfile -t modules < <(documented_modules)
traits=$(bridges | cut -d ' ' -f 2 | paste -sd , -)
options=(--package-path "$(reduced_package site "${modules[@]}")" --traits "$traits" "${LEAN[@]}")
graphs=$(dirname "$(swift build "${options[@]}" --show-bin-path)")/symbolgraph
rm -rf "$graphs"
swift package "${options[@]}" dump-symbol-graph --minimum-access-level public \
  --skip-synthesized-members --emit-extension-block-symbols

out=.build/site-parts
rm -rf "$out" .build/site
mkdir -p "$out"
trap '(($? == 0)) || cat "$out/${module:-}.log"' EXIT
for module in "${modules[@]}"; do
  # Not in a condition, in which a failure would not end it.
  convert_catalogue "$module" "$graphs" >"$out/$module.log" 2>&1
done
trap - EXIT

archived=("${modules[@]/#/$out/}")
docc merge "${archived[@]/%/.doccarchive}" --output-path "$out/all" \
  --synthesized-landing-page-name Tenon --synthesized-landing-page-topics-style list
docc process-archive transform-for-static-hosting "$out/all" --output-path .build/site \
  --hosting-base-path "${1:-}"
sed -e '/^<!-- MODULES -->$/{r docs/modules.svg' -e 'd;}' docs/site.html >.build/site/index.html
scripts/check-site.py .build/site
