#!/usr/bin/env bash
# Checks format and doc comments with swift format, and the shell scripts.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

swift_paths=()
for path in Package.swift Sources Tests Examples Benchmarks Explorer Snippets Tools scripts; do
  [[ ! -e $path ]] || swift_paths+=("$path")
done
swift format lint --strict --parallel --recursive "${swift_paths[@]}"

shell_files=(.ci/run scripts/*.sh scripts/stages/*.sh)
for file in "${shell_files[@]}"; do
  bash -n "$file"
done
if command -v shellcheck >/dev/null; then
  shellcheck "${shell_files[@]}"
else
  note "(no shellcheck here)"
fi
