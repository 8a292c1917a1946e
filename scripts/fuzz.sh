#!/usr/bin/env bash
# Runs libFuzzer on a part of the project: scripts/fuzz.sh TARGET [SECONDS]
#
# A target is a file in Tests/Fuzz/. It checks conditions that have to hold for any input, in addition to
# no crash, no hang and no excessive memory. Useful inputs stay in .build/check-fuzz/; an input that fails
# is kept in .build/check-fuzz/failures/, and can be given instead of SECONDS to run it alone.
#
# FUZZ_SEED=N tries the same inputs in every run on a fresh clone, as far as time permits.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."

target=${1:?"usage: scripts/fuzz.sh TARGET [SECONDS | FILE]"}
harness=Tests/Fuzz/$target.swift
[[ -f $harness ]] || { printf 'error: there is no %s\n' "$harness" >&2 && exit 2; }
work=.build/check-fuzz
mkdir -p "$work"

# SwiftPM does not build the package here, because it cannot link a program with libFuzzer's main function.
flags=(-O -wmo -parse-as-library -swift-version 6 -package-name tenon -I "$work" "-sanitize=fuzzer,address"
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature MemberImportVisibility)

# Whether a file is missing or older than one of those that it is made of.
is_old() {
  local output=$1 sources=("${@:2}")
  [[ ! -f $output || -n $(find "${sources[@]}" -newer "$output" -print -quit) ]]
}

# Several targets may run at a time, but only one may build.
exec 9>"$work/lock"
flock 9

previous=()
for module in Futures FuturesFoundation JSONValues Transfers AppLinks AppLinksResolving AppLinksPublishing; do
  mapfile -t sources < <(find "Sources/$module" -name '*.swift' | sort)
  if is_old "$work/$module.o" "Sources/$module" "${sources[@]}" ${previous[@]+"${previous[@]}"}; then
    swiftc "${flags[@]}" -module-name "$module" -emit-module \
      -emit-module-path "$work/$module.swiftmodule" -c -o "$work/$module.o" "${sources[@]}"
    # The compiler leaves a file alone that would not change.
    touch "$work/$module.o"
  fi
  previous+=("$work/$module.o")
done
if is_old "$work/$target" "$harness" Tests/Fuzz/support "${previous[@]}"; then
  swiftc "${flags[@]}" -use-ld=lld -module-name Fuzzing -o "$work/$target" "$harness" Tests/Fuzz/support/*.swift \
    "${previous[@]}"
fi
exec 9>&-

# With the backtracer on, a crash may hang. A run over -timeout, in seconds, takes more than linear time: the
# longest inputs take up to three. Lengths grow fast, so that there are long inputs early.
export SWIFT_BACKTRACE=enable=no
limits=(-timeout=20 -rss_limit_mb=2048 -max_len=65536 -len_control=10 "-artifact_prefix=$work/failures/$target-")
mkdir -p "$work/failures" "$work/corpus/$target"
if [[ -f ${2:-} ]]; then
  exec "$work/$target" "${limits[@]}" "$2"
fi

seconds=${2:-60}
log=$work/$target.log
if ! "$work/$target" "${limits[@]}" "-dict=Tests/Fuzz/dictionaries/$target.dict" \
  "-seed=${FUZZ_SEED:-0}" "-max_total_time=$seconds" -print_final_stats=1 \
  "$work/corpus/$target" "Tests/Fuzz/corpus/$target" \
  >"$log" 2>&1; then
  tail -n 40 "$log"
  printf 'error: %s failed; the input is in %s/failures/\n' "$target" "$work"
  exit 1
fi
runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
slowest=$(sed -n 's/^stat::slowest_unit_time_sec: *//p' "$log")
((runs > 0)) || { printf 'error: %s ran nothing; see %s\n' "$target" "$log" && exit 1; }
printf '%s: %s runs, nothing found (slowest: %s s)\n' "$target" "$runs" "$slowest"
