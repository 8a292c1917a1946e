# shellcheck shell=bash
# For scripts that build with several traits.
#
# SwiftPM (seen with 6.3) passes the traits of a package to the compiler in the order of a set, which
# differs from one process to the next, and whenever it does, all of the package is compiled anew. This
# keeps the order. Test processes inherit it, so scripts that build without traits do not source it:
# there, sets and dictionaries keep having another order in each run.
export SWIFT_DETERMINISTIC_HASHING=1
