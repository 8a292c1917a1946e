#!/usr/bin/env bash
# Kills writers and workers, fills disks, sets clocks, and runs misbehaving servers; long: 200 kills of each kind.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

[[ $(uname -s) == Linux ]] || skip "only on Linux, where /proc counts what is left behind"

options=(--seed 1)
if long_form || [[ ${TENON_STRESS:-} == long ]]; then options=(--long --seed "$RANDOM"); fi

output=$(mktemp)
trap 'rm -f "$output"' EXIT
scripts/faults.sh "${options[@]}" 2>&1 | tee "$output"
note "$(tail -n 1 "$output")"

source scripts/stages/shared-build.inc.sh
swift build "${SHARED_BUILD[@]}" --product Faults
FAULTS_PROGRAM=$(swift build "${SHARED_BUILD[@]}" --show-bin-path)/Faults
export FAULTS_PROGRAM

printf '== durable\n'
scripts/faults.sh durable "${options[@]}" 2>&1 | tee "$output"
note "durable $(tail -n 1 "$output")"

printf '== postgresql\n'
if command -v pg_config >/dev/null; then
  # The stage server has built it.
  server=(--package-path Server "${WITH_PACKAGES[@]}" --traits PostgreSQL)
  swift build "${server[@]}" --product applinks-server
  FAULTS_SERVER=$(swift build "${server[@]}" --show-bin-path)/applinks-server
  export FAULTS_SERVER
fi
scripts/faults.sh postgresql "${options[@]}" 2>&1 | tee "$output"
note "postgresql $(tail -n 1 "$output")"

# It takes minutes to build.
if long_form; then
  printf '== client\n'
  scripts/faults.sh client "${options[@]}" 2>&1 | tee "$output"
  note "$(tail -n 1 "$output")"
fi
