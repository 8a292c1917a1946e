# shellcheck shell=bash
# The build that the scripts share which need no server and no back end.

source scripts/traits.inc.sh

# With SQLite, which only durable-bench is built with: other traits would be another build of all that they share.
# shellcheck disable=SC2034 # read by the scripts
readonly BENCHMARKS=(-c release --package-path Benchmarks --traits SQLite)
