# shellcheck shell=bash
# The products that require a trait, from scripts/bridges.txt.

# Prints the lines of the table.
bridges() { grep -v '^#' scripts/bridges.txt; }

# Prints the products of the table.
bridge_products() { bridges | cut -d ' ' -f 1; }
