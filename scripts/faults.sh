#!/usr/bin/env bash
# Injects faults into programs that use the package, and prints a table:
#
#   scripts/faults.sh [--long] [--seed N] [SCENARIO ...]
#   scripts/faults.sh client [--long] [--seed N] [SCENARIO ...]   transfers over AsyncHTTPClient
#   scripts/faults.sh durable [--long] [--seed N] [SCENARIO ...]  durable runs in SQLite
#   scripts/faults.sh postgresql [--long] [--seed N] [SCENARIO ...]  durable runs in PostgreSQL
#
# The faults are SIGKILL during every kind of write, a full disk, missing permissions, clocks that
# jump, ten thousand runs at once, a server with every kind of misbehavior, silent name servers, and
# hosts whose first address is dead; over AsyncHTTPClient also connections that a server closes too
# early, and two thousand hosts. The processes of durable runs are killed and stopped, their steps
# block all threads, their disk fills up, their clocks are an hour apart, and their dates jump; queues
# keep their limits, also for children, while they are paused and get other ones. In PostgreSQL, whose
# server the script starts, connections are terminated, the server is restarted, stopped and
# unavailable, its disk fills up, and the network is cut off; runs end their processes. One of two servers of App Links on a database is killed while both load
# pages, if FAULTS_SERVER is that program: applinks-server with the trait PostgreSQL. Each row shows what
# was counted, and what the process held at the end in addition to what it held at the start. The same
# seed injects the same faults; the time of a kill also depends on the machine. Rows that begin with
# "control" are faults of the harness itself, which it has to detect.
#
# To repeat one scenario, name it: scripts/faults.sh --seed 7 kill-save
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/build-flags.inc.sh
source scripts/reduced-package.inc.sh

[[ $(uname -s) == Linux ]] || { printf 'error: only on Linux, where /proc counts what is left behind\n' >&2 && exit 2; }

options=("${AS_TESTED[@]}")
if [[ ${1:-} == client ]]; then
  options=(--package-path "$(reduced_package faults Faults)" --traits AsyncHTTPClient)
elif [[ ${1:-} == durable || ${1:-} == postgresql ]]; then
  source scripts/traits.inc.sh
  # One build for both, where there is libpq.
  traits=SQLite
  if [[ $1 == postgresql ]] || command -v pg_config >/dev/null; then traits+=,PostgreSQL; fi
  options=(--package-path "$(reduced_package faults-durable Faults)" --traits "$traits")
  FAULTS_POSTGRESQL=$PWD/scripts/postgresql.sh
  export FAULTS_POSTGRESQL
  # Shifts the clock of a process.
  FAULTS_CLOCK=$PWD/.build/faults-clock.so
  export FAULTS_CLOCK
  clang -shared -fPIC -Wall -Werror -o "$FAULTS_CLOCK" scripts/faults/clock.c
fi
# FAULTS_PROGRAM is one that has been built.
if [[ -z ${FAULTS_PROGRAM:-} ]]; then
  swift build "${options[@]}" --product Faults
  FAULTS_PROGRAM=$(swift build "${options[@]}" --show-bin-path)/Faults
fi
exec "$FAULTS_PROGRAM" "$@"
