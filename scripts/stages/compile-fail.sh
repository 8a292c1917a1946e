#!/usr/bin/env bash
# Checks that the compiler rejects the misuse in Tests/CompileFail/, for the expected reason.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

# Every module of this package that a file imports.
mapfile -t imported < <(sed -n 's/^import //p' Tests/CompileFail/*.swift \
  Tests/CompileFail/controls/*.swift | sort -u)
for module in "${imported[@]}"; do
  [[ ! -d Sources/$module ]] || swift build --target "$module" "${AS_TESTED[@]}"
done
modules=$(swift build --show-bin-path)/Modules

# Goes as far as SIL, because some errors about data races are only found there.
compile() {
  swiftc -emit-sil -o /dev/null -parse-as-library -swift-version 6 -warnings-as-errors \
    -diagnostic-style llvm -I "$modules" "$1" 2>&1
}

complaints=0
complain() {
  printf '%s: %s\n%s\n' "$1" "$2" "$3"
  complaints=$((complaints + 1))
}

# Describes what is wrong with the compiler's output for a file that must not compile: an error has
# to contain every expected text, and every error has to be expected.
judge() {
  local file=$1 output=$2 expected errors line
  expected=$(sed -n 's|^// expect: ||p' "$file")
  errors=$(grep -F ': error: ' <<<"$output" || true)
  [[ -n $expected ]] || complain "$file" "has no line '// expect: <part of the error>'" ""
  while IFS= read -r line; do
    grep -qF -- "$line" <<<"$errors" || complain "$file" "no error says '$line':" "$output"
  done <<<"$expected"
  while IFS= read -r line; do
    grep -qF -- "$expected" <<<"$line" || complain "$file" "an error was not expected:" "$line"
  done <<<"$errors"
}

cases=0
for file in Tests/CompileFail/*.swift; do
  printf '== %s\n' "$file"
  cases=$((cases + 1))
  if output=$(compile "$file"); then
    complain "$file" "compiled, but it must not" ""
  else
    judge "$file" "$output"
  fi
done

controls=0
for file in Tests/CompileFail/controls/*.swift; do
  printf '== %s\n' "$file"
  controls=$((controls + 1))
  output=$(compile "$file") || complain "$file" "must compile, but did not:" "$output"
done

((complaints == 0)) || fail "complaints: $complaints"
note "$cases refused, $controls accepted"
