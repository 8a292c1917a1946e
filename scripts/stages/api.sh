#!/usr/bin/env bash
# Compares the public API with that of the commit in scripts/api-baseline, or else of the latest tag.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

if [[ -f scripts/api-baseline ]]; then
  # The commit comes first in the file; what follows may say what it is.
  read -r baseline _ <scripts/api-baseline
  if ! git cat-file -e "$baseline^{commit}" 2>/dev/null; then
    [[ $(git rev-parse --is-shallow-repository) != true ]] || skip "a shallow clone has no baseline"
    fail "scripts/api-baseline names $baseline, which is no commit of this repository"
  fi
else
  baseline=$(git describe --tags --abbrev=0 2>/dev/null) || skip "nothing to compare with"
fi

# One line per change that is meant; the tool prints the lines to put there.
allowed=scripts/api-breakage-allowed.txt
options=()
[[ ! -f $allowed ]] || options+=(--breakage-allowlist-path "$allowed")
# A build of its own: that of the tests stays as it is.
swift package --scratch-path .build/check-api diagnose-api-breaking-changes "$baseline" ${options[@]+"${options[@]}"}
note "against ${baseline:0:12}"
