// What samples in the doc comments of TransfersHTTPClient use, for scripts/check-code.py.

import AsyncHTTPClient
import Foundation
import Transfers
import TransfersHTTPClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

let request = URLRequest(url: URL(filePath: "page"))
