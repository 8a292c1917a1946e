# shellcheck shell=bash
# The products that need a trait, from scripts/bridges.txt.

# Prints the lines of the table.
bridges() { grep -v '^#' scripts/bridges.txt; }

# Prints the products of the table, or with `2` their traits, each once.
bridge_column() { bridges | awk -v column="${1:-1}" '!seen[$column]++ { print $column }'; }
