#!/usr/bin/env bash
# Checks the example program dupes on a real tree of files, on Debian or Ubuntu:
#
#   scripts/dupes-check.sh DIR…
#
# 1. It finds exactly the groups that find and sha256sum find (scripts/dupes-reference.py).
# 2. It takes no more time than fdupes -r: median of ROUNDS (default 7) interleaved rounds after a
#    warm-up, on a tree of at least MIN_FILES (default 20000) files. fdupes runs with -q, so that it
#    loses no time to its progress display.
# 3. It holds less than MAX_KB (default 200000) kB of memory in each of these rounds.
# 4. Its exit status is right, and Ctrl-C ends it with 130 and without groups.
#
# Prints one line for each criterion and ends with 1 when one failed. Choose trees that nothing
# writes to meanwhile.
set -euo pipefail

rounds=${ROUNDS:-7}
min_files=${MIN_FILES:-20000}
max_kb=${MAX_KB:-200000}
if [ $# -eq 0 ]; then
  sed -n '2,/^set/{/^#/p}' "$0" >&2
  exit 64
fi

root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

verdict() { # STATUS TEXT: prints the verdict on one criterion
  if [ "$1" -eq 0 ]; then echo "ok      $2"; else echo "FAILED  $2"; failed=1; fi
}

is() { # EXPECTED ACTUAL TEXT
  if [ "$1" = "$2" ]; then verdict 0 "$3"; else verdict 1 "$3: expected '$1', got '$2'"; fi
}

need() { # COMMAND PACKAGE
  command -v "$1" >/dev/null && return
  echo "installing $2" >&2
  apt-get install -y "$2" >"$work/apt.log" 2>&1 ||
    { tail -5 "$work/apt.log" >&2; echo "install the package $2 first" >&2; exit 1; }
}

need fdupes fdupes
need /usr/bin/time time
need python3 python3

swift build -c release --package-path "$root/Examples" --product dupes >"$work/build.log" 2>&1 ||
  { tail -40 "$work/build.log" >&2; exit 1; }
dupes=$(swift build -c release --package-path "$root/Examples" --show-bin-path)/dupes

# 1. The groups
status=0
"$dupes" --json "$@" >"$work/dupes.json" 2>"$work/dupes.err" || status=$?
head -5 "$work/dupes.err" >&2
is 0 $status "dupes could compare everything"
status=0
python3 "$root/scripts/dupes-reference.py" "$work/dupes.json" "$@" >"$work/reference" || status=$?
verdict $status "the groups are those of find and sha256sum: $(tail -1 "$work/reference")"

# 2. and 3. Time and memory
files=$(find -H "$@" -type f -printf . | wc -c)
enough=0; [ "$files" -ge "$min_files" ] || enough=1
verdict $enough "the tree has $files files, at least $min_files are wanted"

measure() { # NAME COMMAND…: appends seconds and kB to NAME.times
  local name=$1 status=0
  shift
  /usr/bin/time -q -a -o "$work/$name.times" -f '%e %M' "$@" >/dev/null 2>&1 || status=$?
  if [ $status -gt 1 ]; then echo "$name ended with status $status" >&2; exit 1; fi
}
for round in $(seq 0 "$rounds"); do
  if [ $((round % 2)) -eq 0 ]; then
    measure dupes "$dupes" --json "$@"
    measure fdupes fdupes -rq "$@"
  else
    measure fdupes fdupes -rq "$@"
    measure dupes "$dupes" --json "$@"
  fi
  if [ "$round" -eq 0 ]; then rm "$work"/*.times; fi
done

median() { cut -d' ' -f1 "$1" | sort -n | sed -n "$(((rounds + 1) / 2))p"; }
spread() { cut -d' ' -f1 "$1" | sort -n | sed -n '1p;$p' | paste -sd- | sed 's/-/ to /'; }
ours=$(median "$work/dupes.times")
theirs=$(median "$work/fdupes.times")
status=0; awk "BEGIN { exit !($ours <= $theirs) }" || status=1
verdict $status "dupes takes $ours s ($(spread "$work/dupes.times")), fdupes -r takes $theirs s\
 ($(spread "$work/fdupes.times")): median (spread) of $rounds rounds"

kb=$(cut -d' ' -f2 "$work/dupes.times" | sort -n | tail -1)
status=0; [ "$kb" -lt "$max_kb" ] || status=1
verdict $status "dupes holds at most $kb kB of memory, less than $max_kb are wanted"

# 4. How it ends
mkdir "$work/tree"
echo same | tee "$work/tree/one" "$work/tree/two" >/dev/null
status=0; "$dupes" "$work/tree" >/dev/null 2>&1 || status=$?
is 0 $status "status 0 when all is well"
status=0; "$dupes" "$work/tree" "$work/missing" >/dev/null 2>"$work/err" || status=$?
is 1 $status "status 1 when a folder is missing"
is "dupes: $work/missing: No such file or directory" "$(cat "$work/err")" "one line says which"
status=0; "$dupes" --min-size -1 "$work/tree" >/dev/null 2>&1 || status=$?
is 64 $status "status 64 for wrong arguments"

for delay in 0.2 0.1 0.05 0.03 0.02; do # until it comes before the end of the search
  status=0
  timeout --preserve-status --signal=INT $delay "$dupes" "$@" >"$work/out" 2>"$work/err" ||
    status=$?
  if [ $status -ne 0 ]; then break; fi
done
is 130 $status "status 130 after Ctrl-C ($delay s after the start)"
is "" "$(cat "$work/out")" "no groups are printed after Ctrl-C"
is "dupes: interrupted; the search was not complete, so no groups are printed" \
  "$(cat "$work/err")" "a message says so"

exit $failed
