#!/usr/bin/env bash
# Builds the server without shared libraries of Swift, and runs it in a root that has nothing else, as
# nobody: what the image of packaging/Containerfile holds. Needs root, chroot and curl.
#
#   Server/scripts/static-check.sh [PROGRAM]
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
program=${1:-}
if [[ -z $program ]]; then
  options=(-c release --static-swift-stdlib --package-path Server --product applinks-server)
  swift build "${options[@]}"
  program=$(swift build "${options[@]}" --show-bin-path)/applinks-server
fi

root=$(mktemp -d)
server=
trap '[[ -z $server ]] || kill "$server" || true; rm -rf "$root"' EXIT
chmod 755 "$root"
mkdir -p "$root/data" "$root/etc" "$root/tmp"
cp "$program" "$root/applinks-server"
Server/scripts/shared-libraries.sh "$root/applinks-server" "$root"
printf 'hosts: files dns\n' >"$root/etc/nsswitch.conf"
chown 65534:65534 "$root/data" "$root/tmp"

chroot --userspec=65534:65534 "$root" /applinks-server --port 0 --store /data/applinks.sqlite \
  --log-format json 2>"$root/log" &
server=$!
port=
for ((i = 0; i < 100; i++)); do
  port=$(sed -n 's/.*http:\/\/127\.0\.0\.1:\([0-9]*\)\/.*/\1/p' "$root/log" | head -n 1)
  [[ -z $port ]] || break
  sleep 0.1
done
[[ -n $port ]] || { cat "$root/log" >&2 && printf 'error: it did not start\n' >&2 && exit 1; }

curl --silent --show-error --fail "http://127.0.0.1:$port/health"
curl --silent --show-error --fail --output "$root/page" "http://127.0.0.1:$port/"
grep -q '<label for="url">' "$root/page"
# Names are looked up, here one that does not exist.
status=$(curl --silent --output "$root/answer" --write-out '%{http_code}' \
  "http://127.0.0.1:$port/api/v1/page?url=http://shop.example.invalid/")
cat "$root/answer"
[[ $status == 502 ]] || { printf 'error: the status is %s\n' "$status" >&2 && exit 1; }
[[ -s $root/data/applinks.sqlite ]]
kill "$server"
wait "$server"
server=
printf 'program: %s MiB, root: %s\n' "$(($(stat -c %s "$program") >> 20))" "$(du -sh "$root" | cut -f1)"
