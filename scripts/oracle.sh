#!/usr/bin/env bash
# Compares the HTML scanner of AppLinks with two other parsers: scripts/oracle.sh [PAGES [SEED]]
#
# The parsers are the Python packages in Tests/HTMLOracle/requirements.txt.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/python-packages.inc.sh

count=${1:-1000}
seed=${2:-1}

options=(-c release --package-path Tests/HTMLOracle --scratch-path .build/check-oracle)
swift build "${options[@]}"
scanner=$(swift build "${options[@]}" --show-bin-path)/scan-pages

use_python_packages Tests/HTMLOracle/requirements.txt
python3 Tests/HTMLOracle/compare.py "$scanner" --count "$count" --seed "$seed"
