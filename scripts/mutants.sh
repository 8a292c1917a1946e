#!/usr/bin/env bash
# Puts one small defect after the other into the sources, and tells which test notices each.
# `scripts/mutants.sh --help` explains.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/build-flags.inc.sh
source scripts/reduced-package.inc.sh

readonly ROOT=$PWD
readonly PATCHES=Tests/Mutants
readonly SCRATCH=$ROOT/.build/mutants
readonly LOGS=$SCRATCH/logs

usage() {
  cat <<'HELP'
Usage: scripts/mutants.sh [--list | --check] [--sanitizer] [--target NAME] [--sample N] [--seed S]
                          [PATTERN ...]

Applies each patch in Tests/Mutants/ to a copy of the package, builds, and runs the suites that the
patch names. Prints for each whether a test noticed the defect, and a table at the end. Exits with 1
if a defect survived or a patch is stale, and with 2 if the tests fail without any defect.

A patch begins with a line of its own:
  # What it breaks | killed by: Module.Suite, Module.OtherSuite
With "| thread sanitizer" at its end, it is tried only with --sanitizer.

A crash, and a run that takes too long, count as caught. The copies are in .build/mutants/, one per test
target, and hold no other target than that one needs. The working tree is never touched.

Options:
  -l, --list       List the patches.
  -c, --check      Check that each patch applies and that its suites exist; builds nothing.
  -s, --sample N   Try N patches, chosen at random.
      --seed S     The seed of that choice (default: taken from the clock, and printed).
      --sanitizer  Try the patches for the thread sanitizer, and no others.
  -t, --target NAME
                   Try the patches whose suites are in this test target, and no others.
  -h, --help       Show this help.
  PATTERN          Try the patches whose area/name matches; a shell pattern, or a part of the name.

Environment:
  MUTANTS_TIMEOUT=SECONDS  The time that the tests may take with one defect (default: 60).
HELP
}

# Stops with the exit code for wrong usage.
misuse() {
  printf 'mutants.sh: %s\n' "$1" >&2
  exit 2
}

# Prints a field of the first line of a patch: what, suites (one a line), module or kind.
header() {
  local line what rest
  line=$(head -n 1 "$PATCHES/$1.patch")
  [[ $line == '# '*' | killed by: '* ]] || misuse "$PATCHES/$1.patch does not begin with its line"
  what=${line#\# }
  what=${what%% | killed by: *}
  rest=${line##* | killed by: }
  case $2 in
    what) printf '%s\n' "$what" ;;
    kind) if [[ $rest == *'| thread sanitizer' ]]; then echo sanitizer; else echo plain; fi ;;
    suites) tr -d ' ' <<<"${rest%%|*}" | tr ',' '\n' ;;
    module) header "$1" suites | sed -n '1s/\..*//p' ;;
  esac
}

# Prints a filter of `swift test` for suites, given one a line.
filter() {
  local suites
  suites=$(sort -u | sed 's/\./\\./' | paste -sd '|' -)
  printf '^(%s)/' "$suites"
}

# Copies what has changed in the package since the last time into the copy for a test target.
sync_tree() {
  local module=$1 tree=$2 file
  mkdir -p "$tree"
  while IFS= read -r file; do
    if [[ ! -f $ROOT/$file ]]; then continue; fi
    if [[ $file == Package.swift ]] || cmp -s "$ROOT/$file" "$tree/$file"; then continue; fi
    mkdir -p "$tree/$(dirname "$file")"
    cp "$ROOT/$file" "$tree/$file"
  done < <(cd "$ROOT" && git ls-files -co --exclude-standard -- Sources Tests)
  while IFS= read -r file; do
    [[ -f $ROOT/$file ]] || rm -f "$tree/$file"
  done < <(cd "$tree" && find Sources Tests -type f)
  reduced_manifest "$ROOT" "$module" >"$tree/Package.swift.new"
  if cmp -s "$tree/Package.swift.new" "$tree/Package.swift"; then
    rm "$tree/Package.swift.new"
  else
    mv "$tree/Package.swift.new" "$tree/Package.swift"
  fi
}

# Builds the tests in a copy.
build() {
  (cd "$1" && swift build --build-tests "${flags[@]}")
}

# Runs the tests in a copy that a filter matches, for so many seconds at most; ends with the first
# failure, because the next line that the tests write finds no reader.
#
# The first race is verdict enough: to describe hundreds of them takes minutes.
run_tests() {
  local limit=()
  if command -v timeout >/dev/null; then limit=(timeout --kill-after=5 "$3"); fi
  # Without it, tests that are killed take what they have written with them.
  if command -v stdbuf >/dev/null; then limit+=(stdbuf --output=L); fi
  (
    cd "$1"
    export TENON_ROUNDS=${TENON_ROUNDS:-20000} SWIFT_BACKTRACE=enable=no
    export TSAN_OPTIONS="${TSAN_OPTIONS:-} halt_on_error=1"
    ${limit[@]+"${limit[@]}"} \
      swift test --skip-build --disable-xctest "${flags[@]}" --filter "$2" 2>&1 |
      awk '{ print; fflush() } / recorded an issue/ { exit }'
  )
}

# Prints how many tests ran according to a log.
tests_in() {
  sed -n 's/.*Test run with \([0-9][0-9]*\) tests\{0,1\} .*/\1/p' "$1" | tail -n 1
}

# Prints the test of a log that failed first.
failed_test() {
  sed -n '/^[^A-Za-z]*Test \(.*\) recorded an issue.* at \([A-Za-z0-9_+]*\.swift:[0-9]*\):.*/{
    s//\1 (\2)/p
    q
  }' "$1"
}

# Prints the test that was running when a log ended, or nothing.
last_test() {
  awk '$2 != "Test" || $3 == "run" || $3 == "case" { next }
    { name = $0; sub(/.* Test /, "", name); sub(/ (started|passed after|failed after|with [0-9]).*/, "", name) }
    / started\.$/ { open[name] = NR }
    / (passed|failed) after / { delete open[name] }
    END { for (name in open) if (open[name] > open[last]) last = name; print last }' "$1"
}

# The copy that has a patch applied, and the files that the patch changes.
patched_tree=
patched_files=()

restore() {
  local file
  for file in ${patched_files[@]+"${patched_files[@]}"}; do
    if [[ -f $ROOT/$file ]]; then cp "$ROOT/$file" "$patched_tree/$file"; else rm -f "$patched_tree/$file"; fi
  done
  patched_files=()
}
trap restore EXIT
trap 'exit 130' INT TERM

# Applies a patch to a copy; outside of the repository for git, or it would skip what it takes for ignored.
apply() {
  local file git=(env "GIT_CEILING_DIRECTORIES=$SCRATCH" git -C "$1" apply)
  patched_tree=$1
  patched_files=()
  while IFS= read -r file; do patched_files+=("$file"); done < <(
    "${git[@]}" --numstat "$ROOT/$PATCHES/$2.patch" 2>/dev/null | cut -f 3
  )
  "${git[@]}" "$ROOT/$PATCHES/$2.patch"
}

# Whether a patch applies and the suites that it names exist; says so if not.
is_current() {
  local status=0 suite
  git apply --check "$PATCHES/$1.patch" || { printf '%s does not apply\n' "$1" && status=1; }
  while IFS= read -r suite; do
    grep -rqE --include='*.swift' "(struct|class|actor|enum) ${suite#*.}\\b" "Tests/${suite%%.*}" ||
      { printf '%s names %s, which does not exist\n' "$1" "$suite" && status=1; }
  done < <(header "$1" suites)
  return "$status"
}

# Tries one patch, and sets `verdict` and `detail`.
try() {
  local name=$1 module tree log status=0 count
  module=$(header "$name" module)
  tree=$SCRATCH/$module$variant
  log=$LOGS/${name//\//-}.log
  verdict=stale detail="see $log"
  if ! apply "$tree" "$name" >"$log" 2>&1; then
    detail='the patch does not apply'
  elif ! build "$tree" >>"$log" 2>&1; then
    detail="does not build; see $log"
  else
    run_tests "$tree" "$(header "$name" suites | filter)" "$TIMEOUT" >>"$log" 2>&1 || status=$?
    count=$(tests_in "$log")
    if [[ -n $(failed_test "$log") ]]; then
      verdict=caught detail="by $(failed_test "$log")"
    elif ((status == 124 || status == 137)); then
      # The program of the tests is in a process group of its own, which the signal does not reach.
      pkill -KILL -f "^$tree/" || true
      verdict='timed out' detail="in $(last_test "$log") after $TIMEOUT s"
    elif ((status != 0)) && grep -q 'ThreadSanitizer: ' "$log"; then
      verdict=caught detail="by the thread sanitizer in $(header "$name" suites | paste -sd ' ' -)"
    elif ((status != 0)); then
      verdict=caught detail="by a crash in $(last_test "$log")"
    elif ((${count:-0} == 0)); then
      detail='no test ran; the suites it names do not exist'
    else
      verdict=survived detail="$count tests passed"
    fi
  fi
  restore
}

list=false
check=false
kind=plain
sample=
target=
seed=$(date +%s)
patterns=()
while (($# > 0)); do
  case $1 in
    -h | --help) usage && exit 0 ;;
    -l | --list) list=true ;;
    -c | --check) check=true ;;
    --sanitizer) kind=sanitizer ;;
    -t | --target) target=${2:?mutants.sh: --target needs a name} && shift ;;
    -s | --sample) sample=${2:?mutants.sh: --sample needs a number} && shift ;;
    --seed) seed=${2:?mutants.sh: --seed needs a number} && shift ;;
    -*) misuse "unknown option '$1'; see --help" ;;
    *) patterns+=("$1") ;;
  esac
  shift
done
((${#patterns[@]} > 0)) || patterns=('*')
readonly TIMEOUT=${MUTANTS_TIMEOUT:-60}

names=()
while IFS= read -r file; do
  name=${file#"$PATCHES"/}
  name=${name%.patch}
  for pattern in "${patterns[@]}"; do
    # shellcheck disable=SC2053 # a pattern is meant
    if [[ $name == $pattern || $name == *"$pattern"* ]]; then names+=("$name") && break; fi
  done
done < <(find "$PATCHES" -name '*.patch' | sort)
((${#names[@]} > 0)) || misuse "no patch in $PATCHES matches ${patterns[*]}"

if $list; then
  for name in "${names[@]}"; do printf '%-45s %s\n' "$name" "$(header "$name" what)"; done
  exit 0
fi

if $check; then
  bad=()
  for name in "${names[@]}"; do is_current "$name" || bad+=("$name"); done
  printf '%d patches, %d of them stale\n' "${#names[@]}" "${#bad[@]}"
  ((${#bad[@]} == 0)) || exit 1
  exit 0
fi

chosen=()
for name in "${names[@]}"; do
  if [[ $(header "$name" kind) != "$kind" ]]; then continue; fi
  if [[ -z $target || $(header "$name" module) == "$target" ]]; then chosen+=("$name"); fi
done
((${#chosen[@]} > 0)) || misuse "none of these patches is for this form; see --sanitizer and --target"
if [[ -n $sample ]]; then
  printf 'seed %s\n' "$seed"
  sampled=()
  while IFS= read -r name; do sampled+=("$name"); done < <(
    printf '%s\n' "${chosen[@]}" |
      awk -v seed="$seed" 'BEGIN { srand(seed) } { print rand() "\t" $0 }' |
      sort -n | head -n "$sample" | cut -f 2- | sort
  )
  chosen=("${sampled[@]}")
fi

flags=("${LEAN[@]}")
variant=
if [[ $kind == sanitizer ]]; then
  flags+=(--sanitize=thread -Xswiftc -DTENON_TSAN)
  variant=-sanitizer
fi
mkdir -p "$LOGS"

# Without any defect, the same tests have to pass: otherwise nothing below means anything.
for module in $(for name in "${chosen[@]}"; do header "$name" module; done | sort -u); do
  tree=$SCRATCH/$module$variant
  log=$LOGS/$module$variant.log
  start=$SECONDS
  sync_tree "$module" "$tree"
  suites=$(for name in "${chosen[@]}"; do header "$name" suites; done | grep "^$module\\." | filter)
  if ! { build "$tree" && run_tests "$tree" "$suites" $((10 * TIMEOUT)); } >"$log" 2>&1; then
    tail -n 30 "$log"
    misuse "$module does not pass as it is; see $log"
  fi
  printf '%-45s %4d s  %s tests pass without a defect\n' \
    "$module" $((SECONDS - start)) "$(tests_in "$log")"
done

caught=0
bad=()
table=()
for name in "${chosen[@]}"; do
  start=$SECONDS
  try "$name"
  line=$(printf '%-45s %4d s  %s %s' "$name" $((SECONDS - start)) "$verdict" "$detail")
  printf '%s\n' "$line"
  table+=("$(printf '%-45s %-9s %s' "$name" "$verdict" "$(header "$name" what)")")
  case $verdict in
    caught | 'timed out') caught=$((caught + 1)) ;;
    *) bad+=("$name") ;;
  esac
done

printf '\n'
printf '%s\n' "${table[@]}"
printf '\ncaught %d of %d\n' "$caught" "${#chosen[@]}"
((${#bad[@]} == 0)) || exit 1
