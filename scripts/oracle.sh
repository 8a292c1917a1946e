#!/usr/bin/env bash
# Compares the HTML scanner of AppLinks with two other parsers: scripts/oracle.sh [PAGES [SEED]]
#
# The parsers are the Python packages in scripts/html-oracle/requirements.txt.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/python-packages.inc.sh

count=${1:-1000}
seed=${2:-1}

options=(-c release --package-path Tests/HTMLOracle --scratch-path .build/check-oracle)
swift build "${options[@]}"
scanner=$(swift build "${options[@]}" --show-bin-path)/scan-pages

use_python_packages scripts/html-oracle/requirements.txt
python3 scripts/html-oracle/compare.py "$scanner" --count "$count" --seed "$seed"
