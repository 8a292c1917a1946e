#!/usr/bin/env bash
# Compares the public API with that of the latest tag.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

tag=$(git describe --tags --abbrev=0 2>/dev/null) || skip "no tag to compare with"

# One line per change that is meant; the tool prints the lines to put there.
allowed=scripts/api-breakage-allowed.txt
options=()
[[ ! -f $allowed ]] || options+=(--breakage-allowlist-path "$allowed")
swift package diagnose-api-breaking-changes "$tag" ${options[@]+"${options[@]}"}
note "against $tag"
