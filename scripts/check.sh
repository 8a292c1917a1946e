#!/usr/bin/env bash
# Runs the project's checks, which are divided into stages. `scripts/check.sh --help` lists its options.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."

# A stage is a file with its name in scripts/stages/; its second line describes it.
readonly DEFAULT="lint build test guarantees docs api public-api compile-fail linkage apple traits examples tools release"
readonly ALL="$DEFAULT server gateway bench tsan asan one-thread explore oracle fuzz faults mutants"
readonly LOGS=.build/check
readonly SKIPPED=77
# The stages that share a build, only one of which may run at a time: those that use the build of
# `swift test`, and those with third-party packages.
readonly SHARE_BUILD=(
  "test one-thread guarantees docs public-api apple compile-fail linkage oracle faults"
  "traits tools server examples faults"
)

usage() {
  cat <<EOF
Usage: scripts/check.sh [--keep-going] [--jobs N] [stage ...]
       scripts/check.sh --list

Runs the named stages and stops at the first that fails. Without a name it runs:
  $DEFAULT
The name "all" stands for every stage. Each stage prints one line and keeps its output in
$LOGS/<stage>.log; its first errors and its end are shown when the stage fails.

Options:
  -k, --keep-going  Run the remaining stages after a failure.
  -j, --jobs N      Run N stages at a time, begun in the given order: what one core compiles, as the
                    optimizer does a module, leaves the others to the next (default: 1).
  -l, --list        List the stages.
  -h, --help        Show this help.

Environment:
  CHECK_FORM=short|long  How much release, server, tsan, asan, explore, oracle, fuzz, faults and
                         mutants do (default: short).
  CHECK_TIMEOUT=SECONDS  The time that one stage may take (default: 1800, long form 7200).
  CHECK_TAIL=LINES       How much of the log's end to show after a failure (default: 40).
EOF
}

list() {
  local stage
  for stage in $ALL; do
    printf '%-13s %s\n' "$stage" "$(sed -n '2s/^# //p' "scripts/stages/$stage.sh")"
  done
}

# Exits with the code for wrong usage.
misuse() {
  printf 'check.sh: %s\n' "$1" >&2
  exit 2
}

indent() {
  sed 's/^/    /'
}

# Replaces this shell with the stage, under a time limit if the system supports one.
exec_stage() {
  if command -v timeout >/dev/null; then
    exec timeout --kill-after=10 "$CHECK_TIMEOUT" bash "scripts/stages/$1.sh"
  fi
  exec bash "scripts/stages/$1.sh"
}

# Starts a stage.
start_stage() {
  # With several at a time, the whole line follows at the end.
  ((parallel > 1)) || printf '%-13s ' "$1"
  : >"$LOGS/$1.note"
  (CHECK_NOTE=$LOGS/$1.note exec_stage "$1") >"$LOGS/$1.log" 2>&1 </dev/null &
  running[$!]=$1
  started[$!]=$SECONDS
}

# Starts the first of the waiting stages that may run now; fails if there is none.
start_next() {
  local i
  for i in "${!waiting[@]}"; do
    if shares_build "${waiting[i]}"; then continue; fi
    start_stage "${waiting[i]}"
    unset "waiting[i]"
    return 0
  done
  return 1
}

# Whether a stage uses the build of one that is running.
shares_build() {
  local group other
  for group in "${SHARE_BUILD[@]}"; do
    [[ " $group " == *" $1 "* ]] || continue
    for other in ${running[@]+"${running[@]}"}; do
      [[ " $group " != *" $other "* ]] || return 0
    done
  done
  return 1
}

# Waits for the end of a stage and prints its line; returns 1 if it failed.
finish_stage() {
  local stage log note status=0 word seconds ended
  wait -n -p ended "${!running[@]}" || status=$?
  stage=${running[$ended]}
  seconds=$((SECONDS - started[ended]))
  log=$LOGS/$stage.log
  note=$LOGS/$stage.note
  unset "running[$ended]"

  case $status in
    0) word=ok ;;
    "$SKIPPED") word=skipped ;;
    *) word=FAILED ;;
  esac
  case $status in
    124 | 137) printf 'stopped after %s seconds (CHECK_TIMEOUT)\n' "$CHECK_TIMEOUT" >>"$note" ;;
  esac
  ((parallel == 1)) || printf '%-13s ' "$stage"
  printf '%5d s  %-7s %s\n' "$seconds" "$word" "$(paste -sd ' ' "$note")"
  rm -f "$note"
  [[ $word == FAILED ]] || return 0

  # In a long log, what went wrong may stand far above the end.
  if (($(wc -l <"$log") > CHECK_TAIL)); then
    { grep -nE 'error:|recorded an issue|ThreadSanitizer:' "$log" || true; } | head -n 10 | indent
    printf '    ...\n'
  fi
  tail -n "$CHECK_TAIL" "$log" | indent
  printf '    (all of it: %s)\n' "$log"
  failed+=("$stage")
  return 1
}

# Ends the stages that run.
stop_running() {
  ((${#running[@]} > 0)) || return 0
  kill "${!running[@]}" 2>/dev/null || true
  wait "${!running[@]}" || true
  running=()
}

keep_going=false
parallel=1
stages=()
while (($# > 0)); do
  case $1 in
    -h | --help) usage && exit 0 ;;
    -l | --list) list && exit 0 ;;
    -k | --keep-going) keep_going=true ;;
    -j | --jobs)
      [[ ${2:-} == [1-9] ]] || misuse "--jobs needs a number from 1 to 9"
      parallel=$2
      shift
      ;;
    all) read -ra stages <<<"$ALL" ;;
    -*) misuse "unknown option '$1'; see --help" ;;
    *)
      [[ " $ALL " == *" $1 "* ]] || misuse "unknown stage '$1'; see --list"
      stages+=("$1")
      ;;
  esac
  shift
done
((${#stages[@]} > 0)) || read -ra stages <<<"$DEFAULT"

export CHECK_FORM=${CHECK_FORM:-short}
case $CHECK_FORM in
  short) limit=1800 ;;
  long) limit=7200 ;;
  *) misuse "CHECK_FORM is '$CHECK_FORM'; it must be short or long" ;;
esac
CHECK_TIMEOUT=${CHECK_TIMEOUT:-$limit}
CHECK_TAIL=${CHECK_TAIL:-40}

# By process.
running=()
started=()
trap 'stop_running; exit 130' INT TERM

mkdir -p "$LOGS"
waiting=("${stages[@]}")
failed=()
while ((${#waiting[@]} + ${#running[@]} > 0)); do
  if ((${#running[@]} < parallel)) && start_next; then continue; fi
  if ! finish_stage && ! $keep_going; then
    waiting=()
    stop_running
  fi
done

if ((${#failed[@]} > 0)); then
  printf 'failed: %s\n' "${failed[*]}"
  exit 1
fi
