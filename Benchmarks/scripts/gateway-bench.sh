#!/usr/bin/env bash
# Compares the two page handlers of Examples/Gateway under load: Benchmarks/scripts/gateway-bench.sh
#
# Builds the gateway in release mode, and calls both routes alternately with wrk: with upstreams that
# take their time, with upstreams that answer at once, which measures the gateway itself, and with
# pages that are kept, which measures the caches. Prints the medians over the rounds, and the lines of
# code, with ratios; a ratio is the median of those of the rounds. The upstreams and wrk run on the
# same machine and take their share.
#
# Needs wrk, which is a package of Debian, Ubuntu and Homebrew.
#
# Environment:
#   ROUNDS=NUMBER       How often each route is called (default: 10).
#   SECONDS_EACH=NUMBER How long each time (default: 2).
#   CONNECTIONS=NUMBER  How many requests are under way at once (default: 16).
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source scripts/traits.inc.sh

readonly ROUNDS=${ROUNDS:-10} SECONDS_EACH=${SECONDS_EACH:-2} CONNECTIONS=${CONNECTIONS:-16}
readonly SOURCES=Examples/Gateway/Sources/GatewayKit

if ! command -v wrk >/dev/null; then
  printf 'gateway-bench.sh: wrk is missing: apt-get install wrk, or brew install wrk\n' >&2
  exit 2
fi

options=(-c release --package-path Examples/Gateway --scratch-path .build/gateway-bench)
swift build "${options[@]}" --product gateway
program=$(swift build "${options[@]}" --show-bin-path)/gateway

work=$(mktemp -d)
server=
trap '[[ -z $server ]] || kill "$server" 2>"$work/kill" || true; rm -rf "$work"' EXIT

# Calls the products 100 to 499, which have no faults, and prints what the table needs:
# requests, microseconds, the latencies in microseconds, errors.
cat >"$work/products.lua" <<'LUA'
local id = 0
request = function()
  id = id % 400 + 1
  return wrk.format("GET", wrk.path .. (id + 99))
end
done = function(summary, latency)
  local e = summary.errors
  print(string.format("RESULT %d %d %d %d %d", summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99),
    e.connect + e.read + e.write + e.status + e.timeout))
end
LUA

# Starts the gateway in one of the three ways, and sets `server` and `port`.
start() {
  local arguments=(--port 0 --no-traces)
  case $1 in
    slow) arguments+=(--latency realistic) ;;
    immediate) arguments+=(--latency none) ;;
    kept) arguments+=(--latency none --keep 3600) ;;
  esac
  # Empty before the port is looked for, which would be that of the gateway before.
  : >"$work/log"
  "$program" "${arguments[@]}" >"$work/log" 2>&1 &
  server=$!
  port=
  for ((i = 0; i < 100; i++)); do
    port=$(sed -n 's/.*listening on 127\.0\.0\.1:\([0-9]*\).*/\1/p' "$work/log")
    [[ -z $port ]] || return 0
    sleep 0.1
  done
  cat "$work/log"
  printf 'error: the gateway did not start\n' >&2
  exit 1
}

stop() {
  kill -INT "$server"
  wait "$server"
  server=
}

# Prints the processor time of the gateway so far, upstreams included, in hundredths of a second;
# 0 on systems without /proc.
processor_time() {
  if [[ -r /proc/$server/stat ]]; then awk '{ print $14 + $15 }' "/proc/$server/stat"; else echo 0; fi
}

# Calls one route, and prints the line of the script above, and the processor time that it took.
load() {
  local start
  start=$(processor_time)
  wrk --threads 1 --connections "$CONNECTIONS" --duration "${2}s" --script "$work/products.lua" \
    "http://127.0.0.1:$port/$1/products/" | sed -n 's/^RESULT //p' | tr '\n' ' '
  printf '%d\n' $(($(processor_time) - start))
}

readonly WAYS=(slow immediate kept)

for way in "${WAYS[@]}"; do
  start "$way"
  for style in tenon tasks; do load "$style" 1 >"$work/warm-up"; done
  for ((round = 1; round <= ROUNDS; round++)); do
    for style in tenon tasks; do
      load "$style" "$SECONDS_EACH" | sed "s/^/$way $style /" | tee -a "$work/results" |
        awk -v round="$round" '{ printf "%s, %s, round %d: %.0f requests/s, %d errors\n",
          $1, $2, round, $3 / $4 * 1e6, $7 }'
    done
  done
  stop
done

# Counts lines that are neither empty nor comments.
code_lines() {
  cat "$@" | grep -cvE '^[[:space:]]*(//.*)?$'
}

# Prints the median of the numbers in the input.
median() {
  sort -n | awk '{ n[NR] = $1 } END { print (n[int((NR + 1) / 2)] + n[int(NR / 2) + 1]) / 2 }'
}

# Prints a line of the table: a name, the two numbers, a format, and their ratio.
row() {
  awk -v name="$1" -v tenon="$2" -v tasks="$3" -v format="$4" -v ratio="${5:-}" 'BEGIN {
    if (ratio == "" && tasks > 0) ratio = tenon / tasks
    printf "| %s | " format " | " format " | %s |\n", name, tenon, tasks,
      ratio == "" ? "" : sprintf("%.2f", ratio) }'
}

# Prints a line of medians: a name, a way, an expression of awk, a format.
measured() {
  local style tenon tasks
  for style in tenon tasks; do
    printf -v "$style" '%s' "$(awk -v w="$2" -v s="$style" "\$1 == w && \$2 == s { print $3 }" \
      "$work/results" | median)"
  done
  # The rounds alternate.
  row "$1" "$tenon" "$tasks" "$4" "$(awk -v w="$2" "\$1 != w { next }
    \$2 == \"tenon\" { tenon = $3; next } { tasks = $3; if (tasks > 0) print tenon / tasks }" \
    "$work/results" | median)"
}

printf '\n%d rounds of %d s with %d connections, medians\n\n' "$ROUNDS" "$SECONDS_EACH" "$CONNECTIONS"
printf '| | tenon | tasks | ratio |\n|---|--:|--:|--:|\n'
for way in "${WAYS[@]}"; do
  case $way in
    slow) name="slow upstreams" ;;
    immediate) name="immediate upstreams" ;;
    kept) name="kept pages" ;;
  esac
  # shellcheck disable=SC2016 # read by awk
  measured "$name: requests/s" "$way" '$3 / $4 * 1e6' '%.0f'
  # shellcheck disable=SC2016
  measured "$name: p50, ms" "$way" '$5 / 1000' '%.1f'
  # shellcheck disable=SC2016
  measured "$name: p99, ms" "$way" '$6 / 1000' '%.1f'
  # shellcheck disable=SC2016
  measured "$name: processor time, µs/request" "$way" '$8 * 10000 / $3' '%.0f'
done
lines() { row "$1" "$(code_lines "${@:2:1}")" "$(code_lines "${@:3}")" '%d'; }
lines "lines of the handler" "$SOURCES"/PageWithFutures/FuturesPageHandler.swift \
  "$SOURCES"/PageWithTasks/TasksPageHandler.swift
lines "lines with what it needs besides" "$SOURCES"/PageWithFutures/FuturesPageHandler.swift \
  "$SOURCES"/PageWithTasks/{TasksPageHandler,TaskCombinators}.swift
lines "lines of the cache" "$SOURCES"/PageWithFutures/CachedFuturesPages.swift \
  "$SOURCES"/PageWithTasks/CachedTasksPages.swift

errors=$(awk '{ errors += $7 } END { print errors + 0 }' "$work/results")
((errors == 0)) || { printf 'error: %d requests failed\n' "$errors" && exit 1; }
