#!/usr/bin/env bash
# Runs a PostgreSQL server in a separate folder until standard input is closed:
#
#   scripts/postgresql.sh [--durable] [FOLDER]
#
# It prints the URL of the server when the server is ready, and removes everything at the end. Only the
# current user can reach the server, through a socket in the folder. By default, it does not wait for the
# disk, which is suitable only for tests; with --durable, it does. FOLDER/ctl runs `pg_ctl` as the user of
# the server, with the same arguments.
#
# If PostgreSQL's programs are missing, or no user may run them, it says so and exits with 3.
set -euo pipefail

skip() { printf 'skipped: %s\n' "$*" >&2 && exit 3; }

settings=(-c fsync=off -c synchronous_commit=on -c full_page_writes=off)
if [[ ${1:-} == --durable ]]; then
  settings=()
  shift
fi

# The directory of the programs, from the newest version.
programs() {
  local candidate
  for candidate in "${PG_BINDIR:-}" $(printf '%s\n' /usr/lib/postgresql/*/bin /usr/pgsql-*/bin | sort -rV) \
    /opt/homebrew/opt/postgresql*/bin /usr/local/opt/postgresql*/bin \
    "$(pg_config --bindir 2>/dev/null || true)" /usr/local/bin /usr/bin; do
    if [[ -n $candidate && -x $candidate/initdb && -x $candidate/pg_ctl ]]; then
      printf '%s\n' "$candidate"
      return
    fi
  done
  return 1
}
bin=$(programs) || skip "there is no initdb and pg_ctl; install PostgreSQL, or set PG_BINDIR"

folder=${1:-$(mktemp -d)}
mkdir -p "$folder"
as_user=()
if [[ $(id -u) == 0 ]]; then
  # The server refuses to run as root.
  for user in postgres nobody; do
    if id "$user" >/dev/null 2>&1; then break; fi
    user=
  done
  [[ -n ${user:-} ]] || skip "root cannot run the server, and there is no user 'postgres' or 'nobody'"
  command -v setpriv >/dev/null || skip "root cannot run the server, and there is no setpriv"
  as_user=(setpriv --reuid "$user" --regid "$(id -g "$user")" --clear-groups)
  chown "$user" "$folder"
  "${as_user[@]}" test -w "$folder" || skip "the user '$user' cannot write to $folder"
fi

data=$folder/data
reader=
stop() {
  if [[ -n $reader ]]; then kill "$reader" 2>/dev/null || true; fi
  if [[ -d $data ]]; then
    "${as_user[@]}" "$bin/pg_ctl" -D "$data" -m immediate -s stop >/dev/null 2>&1 || true
  fi
  rm -rf "$folder"
}
trap stop EXIT
trap 'exit 1' INT TERM HUP

password=secret
printf '%s\n' "$password" >"$folder/password"
chmod 644 "$folder/password"
cd "$folder"
"${as_user[@]}" "$bin/initdb" -D "$data" -U tenon -A scram-sha-256 --pwfile "$folder/password" -E UTF8 \
  --locale C --no-sync >"$folder/initdb.log" 2>&1 || { cat "$folder/initdb.log" >&2 && exit 1; }
{
  printf "listen_addresses = ''\nunix_socket_directories = '%s'\n" "$folder"
  printf 'max_connections = 100\nlog_min_messages = warning\n'
} >>"$data/postgresql.conf"

cat >"$folder/ctl" <<SCRIPT
#!/usr/bin/env bash
# The server would keep open what its starter has, who may wait for that to be closed.
for descriptor in /dev/fd/*; do
  number=\${descriptor##*/}
  if ((number > 2 && number != 255)); then eval "exec \$number>&-"; fi
done
cd "$folder"
exec ${as_user[*]} "$bin/pg_ctl" -D "$data" -s -w -l "$folder/server-log" -o "${settings[*]}" "\$@" </dev/null >/dev/null
SCRIPT
chmod 755 "$folder/ctl"
: >"$folder/server-log"
if ((${#as_user[@]} > 0)); then chown "$user" "$folder/server-log"; fi
"$folder/ctl" start || { cat "$folder/server-log" >&2 && exit 1; }
printf 'postgresql://tenon:%s@/postgres?host=%s\n' "$password" "${folder//\//%2F}"
# In the background, so that a signal is not kept waiting.
cat <&0 >/dev/null &
reader=$!
wait "$reader"
