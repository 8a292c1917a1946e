#!/usr/bin/env bash
# Puts one small defect after the other into the engine, and tells what the explorer finds.
# `scripts/explorer-mutants.sh --help` explains.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly ROOT=$PWD
readonly PATCHES=Explorer/Tests/Mutants
readonly TREE=$ROOT/.build/explorer-mutants

if [[ ${1:-} == --help ]]; then
  cat <<'HELP'
Usage: scripts/explorer-mutants.sh [NAME ...]

Applies each patch in Explorer/Tests/Mutants/ (or those named) to a copy of the engine, and runs the
scenario that the patch names under every schedule with at most three interruptions. Prints for each
whether the defect was found. Exits with 1 if one survived or a patch is stale. A patch begins with:
  # What it breaks | killed by: SCENARIO
HELP
  exit 0
fi

names=("$@")
if ((${#names[@]} == 0)); then
  for file in "$PATCHES"/*.patch; do names+=("$(basename "$file" .patch)"); done
fi

# Copies what has changed since the last time, so that little is built anew.
mkdir -p "$TREE"
while IFS= read -r file; do
  if [[ -L $file ]]; then
    mkdir -p "$TREE/$(dirname "$file")"
    ln -sfn "$(readlink "$file")" "$TREE/$file"
  elif [[ -f $file ]] && ! cmp -s "$file" "$TREE/$file"; then
    mkdir -p "$TREE/$(dirname "$file")"
    cp "$file" "$TREE/$file"
  fi
done < <(git ls-files -co --exclude-standard -- Explorer Sources/Futures)
while IFS= read -r file; do
  [[ -f $ROOT/$file ]] || rm -f "${TREE:?}/$file"
done < <(cd "$TREE" && find Explorer/Sources Sources -type f)

changed=
restore() {
  if [[ -n $changed ]]; then cp "$ROOT/$changed" "$TREE/$changed"; fi
  changed=
}
trap restore EXIT
trap 'exit 130' INT TERM

# What was inlined from the engine is built anew: a debug build would leave it as it is.
build() {
  rm -rf "$TREE"/Explorer/.build/debug/Scenarios.build
  swift build --package-path "$TREE/Explorer" --product explore
}

log=$TREE/log
if ! build >"$log" 2>&1; then
  tail -n 30 "$log"
  exit 2
fi
explore=$(swift build --package-path "$TREE/Explorer" --show-bin-path)/explore

survived=0
for name in "${names[@]}"; do
  patch=$ROOT/$PATCHES/$name.patch
  scenario=$(sed -n '1s/.* | killed by: //p' "$patch")
  changed=$(sed -n 's|^+++ b/||p' "$patch")
  start=$SECONDS
  status=0
  if ! GIT_CEILING_DIRECTORIES=$ROOT/.build git -C "$TREE" apply "$patch" 2>"$log"; then
    verdict='STALE     the patch does not apply'
  elif ! build >"$log" 2>&1; then
    verdict='STALE     does not build'
  else
    SWIFT_BACKTRACE=enable=no timeout 300 "$explore" "$scenario" >"$log" 2>&1 || status=$?
    case $status in
      1) verdict="killed    $(sed -n 's/^FOUND in //p' "$log" | cut -c 1-150)" ;;
      0) verdict="SURVIVED  '$scenario'" ;;
      *) verdict="FAILED    with exit code $status" ;;
    esac
  fi
  restore
  printf '%-28s %4d s  %s\n' "$name" $((SECONDS - start)) "$verdict"
  [[ $verdict == killed* ]] || survived=$((survived + 1))
done
printf '%d of %d killed\n' $((${#names[@]} - survived)) ${#names[@]}
((survived == 0)) || exit 1
