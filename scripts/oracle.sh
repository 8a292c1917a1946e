#!/usr/bin/env bash
# Compares the HTML scanner of AppLinks with two other parsers: scripts/oracle.sh [PAGES [SEED]]
#
# The parsers are Python packages (scripts/html-oracle/requirements.txt). They are installed below .build/
# when they are missing, so that nothing else on the machine changes.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."

count=${1:-1000}
seed=${2:-1}

requirements=scripts/html-oracle/requirements.txt
packages=.build/html-oracle-python
if ! cmp -s "$requirements" "$packages/requirements.txt"; then
  rm -rf "$packages"
  python3 -m pip install --quiet --disable-pip-version-check --target "$packages" -r "$requirements"
  cp "$requirements" "$packages/"
fi

options=(-c release --package-path Tests/HTMLOracle --scratch-path .build/check-oracle)
swift build "${options[@]}"
scanner=$(swift build "${options[@]}" --show-bin-path)/scan-pages

PYTHONPATH=$packages PYTHONDONTWRITEBYTECODE=1 \
  python3 scripts/html-oracle/compare.py "$scanner" --count "$count" --seed "$seed"
