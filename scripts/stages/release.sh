#!/usr/bin/env bash
# Builds the libraries in release mode with warnings as errors.
source "$(dirname "${BASH_SOURCE[0]}")/common.inc.sh"

swift build -c release --scratch-path .build/check-release "${STRICT[@]}"
