// What samples in the doc comments of AppLinksResolving use, for scripts/check-code.py.

import AppLinks
import AppLinksResolving
import Foundation
import Futures
import JSONValues

let url = URL(filePath: "page")
let urls = [url]
let index = StaticResolver([:])
let chunks: [[UInt8]] = []

@Sendable func askMyIndex(about urls: [URL]) async throws -> JSONValue { .null }

// MARK: Transport/TransferSession+Pages.swift, not compiled: needs the trait AsyncHTTPClient
