#!/usr/bin/env bash
# Copies the shared libraries that a program needs to a root in which it is to run.
#
#   Server/scripts/shared-libraries.sh PROGRAM ROOT
#
# With --static-swift-stdlib, none of these is of Swift: they are the C library, which looks up names with
# plug-ins of its own and is therefore not linked statically, SQLite, libcurl for Foundation, whose
# URLSession is part of the program though the server does not use it, and with the trait PostgreSQL libpq.
set -euo pipefail

if (($# != 2)); then
  printf 'usage: shared-libraries.sh PROGRAM ROOT\n' >&2
  exit 2
fi
program=$1 root=$2

# What the C library loads by itself to look up names.
mapfile -t plugins < <(ldconfig -p | sed -n 's/^\s*libnss_\(files\|dns\)\.so\.2.* => //p;s/^\s*libresolv\.so\.2.* => //p')
mapfile -t libraries < <(
  { ldd "$program" && for plugin in "${plugins[@]}"; do ldd "$plugin"; done; } \
    | sed -n 's/.*=> \(\/[^ ]*\) .*/\1/p;s/^\s*\(\/[^ ]*\) .*/\1/p' | LC_ALL=C sort -u
)
for library in "${libraries[@]}" "${plugins[@]}"; do
  if [[ $(basename "$library") == libswift* || $(basename "$library") == libFoundation* ]]; then
    printf 'error: %s is a library of Swift; build with --static-swift-stdlib\n' "$library" >&2
    exit 1
  fi
  mkdir -p "$root$(dirname "$library")"
  cp -L "$library" "$root$library"
done
