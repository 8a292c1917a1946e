#!/usr/bin/env bash
# Builds the server without shared libraries of Swift, and runs it in a root that has nothing else, as
# nobody: what the image of packaging/Containerfile holds. Needs root, chroot, curl, and what the static
# Foundation is linked with: libcurl4-openssl-dev on Debian, as in the images of Swift.
#
#   Server/scripts/static-check.sh [--postgresql] [PROGRAM]
#
# With --postgresql, the program has the trait PostgreSQL, the root libpq with what that needs, and the
# store is in a database that the script starts.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source scripts/traits.inc.sh

traits=()
if [[ ${1:-} == --postgresql ]]; then
  traits=(--traits PostgreSQL)
  shift
fi
program=${1:-}
if [[ -z $program ]]; then
  # Apart from other builds, which would be compiled anew.
  options=(-c release --static-swift-stdlib --package-path Server --scratch-path .build/server-static)
  options+=(--product applinks-server "${traits[@]}")
  swift build "${options[@]}"
  program=$(swift build "${options[@]}" --show-bin-path)/applinks-server
fi

root=$(mktemp -d)
server=
stop() {
  [[ -z $server ]] || kill "$server" || true
  # The database ends with its input.
  if [[ -n ${database_PID:-} ]]; then
    eval "exec ${database[1]}>&-"
    wait "$database_PID" || true
  fi
  rm -rf "$root"
}
trap stop EXIT
chmod 755 "$root"
mkdir -p "$root/data" "$root/etc" "$root/tmp"
cp "$program" "$root/applinks-server"
Server/scripts/shared-libraries.sh "$root/applinks-server" "$root"
printf 'hosts: files dns\n' >"$root/etc/nsswitch.conf"
chown 65534:65534 "$root/data" "$root/tmp"

store=/data/applinks.sqlite
if ((${#traits[@]} > 0)); then
  # In the root, where the server finds its socket.
  coproc database { scripts/postgresql.sh "$root/database"; }
  IFS= read -r store <&"${database[0]}"
  store=${store/"${root//\//%2F}"/}
fi
APPLINKS_STORE=$store chroot --userspec=65534:65534 "$root" /applinks-server --port 0 \
  --log-format json 2>"$root/log" &
server=$!
port=
for ((i = 0; i < 100; i++)); do
  port=$(sed -n 's/.*http:\/\/127\.0\.0\.1:\([0-9]*\)\/.*/\1/p' "$root/log" | head -n 1)
  [[ -z $port ]] || break
  sleep 0.1
done
[[ -n $port ]] || { cat "$root/log" >&2 && printf 'error: it did not start\n' >&2 && exit 1; }

curl --silent --show-error --fail --output "$root/health" "http://127.0.0.1:$port/health"
cat "$root/health"
grep -q '"store":"ok"' "$root/health"
curl --silent --show-error --fail --output "$root/page" "http://127.0.0.1:$port/"
grep -q '<label for="url">' "$root/page"
# Names are looked up, here one that does not exist.
status=$(curl --silent --output "$root/answer" --write-out '%{http_code}' \
  "http://127.0.0.1:$port/api/v1/page?url=http://shop.example.invalid/")
cat "$root/answer"
[[ $status == 502 ]] || { printf 'error: the status is %s\n' "$status" >&2 && exit 1; }
((${#traits[@]} > 0)) || [[ -s $root/data/applinks.sqlite ]]
kill "$server"
wait "$server"
server=
printf 'program: %s MiB, root: %s\n' "$(($(stat -c %s "$program") >> 20))" "$(du -sh "$root" | cut -f1)"
