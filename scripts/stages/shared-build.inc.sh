# shellcheck shell=bash
# The build that stages share which need packages of other projects. Stages source it after common.inc.sh.
#
# It compiles this package once, with all traits: a module is compiled anew when the traits change. The
# manifests of Tools, Server and Examples read TENON_PACKAGE.
source scripts/bridges.inc.sh
source scripts/reduced-package.inc.sh
source scripts/traits.inc.sh

shared_targets=(AppLinksPublishing FuturesTesting DurableWorkflowsTesting Faults)
while IFS= read -r product; do shared_targets+=("$product" "${product}Tests"); done < <(bridge_products)
# They cover every back end that is built in.
if long_form; then shared_targets+=(TransfersTests AppLinksHTTPClientTests); fi
TENON_PACKAGE=$PWD/$(all_traits=true reduced_package packages "${shared_targets[@]}")
export TENON_PACKAGE

# The options of the package itself.
# shellcheck disable=SC2034 # read by the stages
readonly SHARED_BUILD=(--package-path "$TENON_PACKAGE" "${WITH_PACKAGES[@]}")
