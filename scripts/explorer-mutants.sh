#!/usr/bin/env bash
# Puts one small defect after the other into the engine, and tells what the explorer finds.
# `scripts/explorer-mutants.sh --help` explains.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly ROOT=$PWD
readonly PATCHES=Explorer/Tests/Mutants
readonly TREE=$ROOT/.build/explorer-mutants

usage() {
  cat <<'HELP'
Usage: scripts/explorer-mutants.sh [--list | --check] [--sample N] [--seed S] [NAME ...]

Applies each patch in Explorer/Tests/Mutants/ (or those named) to a copy of the engine, and runs the
scenario that the patch names under every schedule with at most three interruptions. Prints for each
whether the defect was found, after how many schedules, and in how many seconds of processor time.
Exits with 1 if one survived or a patch is stale. A patch begins with:
  # What it breaks | killed by: SCENARIO
Patches have no context but the lines that they remove, and apply wherever in the file these are.

Options:
  -l, --list      List the patches.
  -c, --check     Check that each patch applies; builds nothing. The explorer's tests check the names
                  of the scenarios.
  -s, --sample N  Try N patches, chosen at random.
      --seed S    The seed of that choice (default: taken from the clock, and printed).
  -h, --help      Show this help.
HELP
}

# Stops with the exit code for wrong usage.
misuse() {
  printf 'explorer-mutants.sh: %s\n' "$1" >&2
  exit 2
}

# Applies a patch with further options; outside of the repository for git, if told where.
apply() {
  local patch=$ROOT/$PATCHES/$1.patch
  shift
  GIT_CEILING_DIRECTORIES=$ROOT/.build git "$@" --unidiff-zero -C0 "$patch"
}

# Prints what a patch breaks, or its scenario.
header() {
  local line
  line=$(head -n 1 "$PATCHES/$1.patch")
  [[ $line == '# '*' | killed by: '* ]] || misuse "$PATCHES/$1.patch does not begin with its line"
  line=${line#\# }
  if [[ $2 == what ]]; then printf '%s\n' "${line%% | *}"; else printf '%s\n' "${line##* | killed by: }"; fi
}

mode=try
sample=
seed=$(date +%s)
names=()
while (($# > 0)); do
  case $1 in
    -h | --help) usage && exit 0 ;;
    -l | --list) mode=list ;;
    -c | --check) mode=check ;;
    -s | --sample) sample=${2:?explorer-mutants.sh: --sample needs a number} && shift ;;
    --seed) seed=${2:?explorer-mutants.sh: --seed needs a number} && shift ;;
    -*) misuse "unknown option '$1'; see --help" ;;
    *) names+=("$1") ;;
  esac
  shift
done
if ((${#names[@]} == 0)); then
  for file in "$PATCHES"/*.patch; do names+=("$(basename "$file" .patch)"); done
fi
for name in "${names[@]}"; do
  [[ -f $PATCHES/$name.patch ]] || misuse "there is no $PATCHES/$name.patch"
done

if [[ $mode == list ]]; then
  for name in "${names[@]}"; do printf '%-31s %s\n' "$name" "$(header "$name" what)"; done
  exit 0
fi

if [[ $mode == check ]]; then
  stale=0
  for name in "${names[@]}"; do
    header "$name" what >/dev/null
    # A hunk that removes nothing would apply anywhere.
    if grep -qE '^@@ -[0-9]+,0 ' "$PATCHES/$name.patch" || ! apply "$name" apply --check; then
      printf '%s does not apply, or only adds\n' "$name" && stale=$((stale + 1))
    fi
  done
  printf '%d patches, %d of them stale\n' "${#names[@]}" "$stale"
  ((stale == 0)) || exit 1
  exit 0
fi

if [[ -n $sample ]]; then
  printf 'seed %s\n' "$seed"
  sampled=()
  while IFS= read -r name; do sampled+=("$name"); done < <(
    printf '%s\n' "${names[@]}" |
      awk -v seed="$seed" 'BEGIN { srand(seed) } { print rand() "\t" $0 }' |
      sort -n | head -n "$sample" | cut -f 2- | sort
  )
  names=("${sampled[@]}")
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

changed=()
restore() {
  local file
  inlined=false
  for file in ${changed[@]+"${changed[@]}"}; do
    cp "$ROOT/$file" "$TREE/$file"
    if grep -q '@inlinable' "$ROOT/$file"; then inlined=true; fi
  done
  changed=()
}
trap restore EXIT
trap 'exit 130' INT TERM

# What was inlined from the engine is built anew where that may have changed since the last build: a
# debug build would leave it as it is.
inlined=true
build() {
  if $inlined; then rm -f "$TREE"/Explorer/.build/debug/Scenarios.build/*.{o,swiftdeps}; fi
  swift build --package-path "$TREE/Explorer" --product explore
}

# Prints how many schedules the exploration of a scenario took according to a log, and how long.
effort() {
  awk -v start="$1 " 'index($0, start) == 1 { printf "%d schedules, %s s", $(NF - 1), $NF }' "$2"
}

log=$TREE/log
if ! build >"$log" 2>&1; then
  tail -n 30 "$log"
  exit 2
fi
explore=$(swift build --package-path "$TREE/Explorer" --show-bin-path)/explore

survived=0
for name in "${names[@]}"; do
  scenario=$(header "$name" scenario)
  changed=()
  while IFS= read -r file; do changed+=("$file"); done < <(
    sed -n 's|^+++ b/||p' "$PATCHES/$name.patch"
  )
  if grep -q '@inlinable' "${changed[@]}"; then inlined=true; fi
  status=0
  if ! apply "$name" -C "$TREE" apply 2>"$log"; then
    verdict='STALE     the patch does not apply'
  elif ! build >"$log" 2>&1; then
    verdict='STALE     does not build'
  else
    SWIFT_BACKTRACE=enable=no timeout 300 "$explore" "$scenario" >"$log" 2>&1 || status=$?
    case $status in
      1) verdict="killed    $(effort "$scenario" "$log") $(sed -n 's/^FOUND in //p' "$log" | cut -c 1-150)" ;;
      0) verdict="SURVIVED  $(effort "$scenario" "$log") '$scenario'" ;;
      *) verdict="FAILED    with exit code $status" ;;
    esac
  fi
  restore
  printf '%-31s %s\n' "$name" "$verdict"
  [[ $verdict == killed* ]] || survived=$((survived + 1))
done
printf '%d of %d killed\n' $((${#names[@]} - survived)) ${#names[@]}
((survived == 0)) || exit 1
