# shellcheck shell=bash
# For scripts that build with several traits.
#
# SwiftPM (seen with 6.3) passes the traits of a package to the compiler in the order of a set, which
# differs from one process to the next, and whenever it does, all of the package is compiled anew. This
# keeps the order. Test processes inherit it, so scripts that build without traits do not source it:
# there, sets and dictionaries keep having another order in each run.
export SWIFT_DETERMINISTIC_HASHING=1

# Makes the stages that need packages of other projects share one build of this package, with all traits:
# a module is compiled anew when the traits change. The manifests of Tools, Server and Examples read the
# variable. Needs bridges.inc.sh and reduced-package.inc.sh; sets SHARED_BUILD, the options of that build.
share_build() {
  local products=() targets=(AppLinksPublishing FuturesTesting DurableWorkflowsTesting Faults)
  mapfile -t products < <(bridge_products)
  targets+=("${products[@]}" "${products[@]/%/Tests}")
  # They cover every back end that is built in.
  if long_form; then targets+=(TransfersTests AppLinksHTTPClientTests); fi
  TENON_PACKAGE=$PWD/$(all_traits=true reduced_package packages "${targets[@]}")
  export TENON_PACKAGE
  SHARED_BUILD=(--package-path "$TENON_PACKAGE" "${WITH_PACKAGES[@]}")
}
