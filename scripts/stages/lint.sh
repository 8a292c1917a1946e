#!/usr/bin/env bash
# Checks format and comments, shell scripts, stale entries of Tests/Mutants, and overloads without a test.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

swift_paths=()
for path in Package.swift Sources Tests Examples Benchmarks Explorer Server Snippets Tools scripts; do
  [[ ! -e $path ]] || swift_paths+=("$path")
done
swift format lint --strict --parallel --recursive "${swift_paths[@]}"

# The formatter wraps code at 100 columns, but not comments.
if git ls-files --cached --others --exclude-standard '*.swift' \
  | { LC_ALL=C.UTF-8 xargs grep -sHnE '^ *//' || true; } \
  | LC_ALL=C.UTF-8 grep -E '^[^:]+:[0-9]+:.{101,}$'; then
  fail "the comments above are longer than 100 columns; wrap them"
fi

shell_files=(.ci/run scripts/*.sh scripts/stages/*.sh Benchmarks/scripts/*.sh Server/scripts/*.sh)
for file in "${shell_files[@]}"; do
  bash -n "$file"
done
if command -v shellcheck >/dev/null; then
  shellcheck "${shell_files[@]}"
else
  note "(no shellcheck here)"
fi

# The defects of the stages mutants and explore.
Tests/Mutants/mutants.py --check
# Closures are cast to nonisolated ones in one file; a program writes the structs for it.
if git grep --untracked -n unsafeBitCast -- Sources \
  ':!Sources/Futures/Engine' ':!Sources/Futures/Contexts/WithoutIsolation.swift'; then
  fail "closures are cast above; cast them in Sources/Futures/Contexts/WithoutIsolation.swift only"
fi
scripts/closure-shapes.py --check
# The calls of FuturesOverloadTests are those of all overloads.
scripts/overloads.py --check
# Each verb has its row in the tests that go through all verbs.
scripts/verb-tables.py
