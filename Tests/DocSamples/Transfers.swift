// What samples in the doc comments of Transfers use, for scripts/check-code.py.

import Foundation
import Futures
import Transfers

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

let request = URLRequest(url: URL(filePath: "page"))
let file = URL(filePath: "map")

// MARK: Downloads/TransferSession+Download.swift

let session = TransferSession()

// MARK: Network/NetworkPolicy.swift

let session = TransferSession()

// MARK: HTTPURLResponse+Fields.swift

func load() async -> HTTPURLResponse { preconditionFailure("is not run") }
let response = await load()
