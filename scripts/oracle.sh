#!/usr/bin/env bash
# Compares our parsers with those of other projects: scripts/oracle.sh html|cron [COUNT [SEED]]
#
#   html  The HTML scanner of AppLinks, on generated pages.
#   cron  Cron expressions, and the times that follow and precede a time.
#
# The other parsers are the Python packages in Tests/Oracles/HTML/requirements.txt and
# Tests/Oracles/Cron/requirements.txt.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/build-flags.inc.sh
source scripts/python-packages.inc.sh

case ${1:-} in
  html) folder=HTML program=scan-pages ;;
  cron) folder=Cron program=cron-times ;;
  *)
    sed -n '2,5s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
    exit 2
    ;;
esac
count=${2:-1000}
seed=${3:-1}

swift build "${AS_TESTED[@]}" --product "$program"
built=$(swift build "${AS_TESTED[@]}" --show-bin-path)/$program

use_python_packages "Tests/Oracles/$folder/requirements.txt"
python3 "Tests/Oracles/$folder/compare.py" "$built" --count "$count" --seed "$seed"
