#if canImport(FoundationNetworking)
import AppLinks
import AppLinksResolving
import Foundation
import FoundationNetworking
import Futures
import ToolSupport
import Transfers
#endif

/// A file on a server that is read completely, such as a sitemap.
struct WebFile: Sendable {
  let status: Int
  let body: [UInt8]
}

extension WebPage {
  /// Loads a file, following redirects.
  ///
  /// - Parameters:
  ///   - url: The URL of the file.
  ///   - maximumBytes: The maximum number of bytes in the file.
  /// - Returns: The file, whatever its status.
  /// - Throws: A ``ToolError`` with the URL and the reason.
  func file(at url: String, maximumBytes: Int) async throws(ToolError) -> WebFile {
    guard let address = URLArgument(text: url).url else {
      throw ToolError(.failed, "'\(url)' is not a URL.")
    }
    let limit = options.timeout.components
    var request = URLRequest(url: address)
    request.timeoutInterval = Double(limit.seconds) + Double(limit.attoseconds) / 1e18
    request.setValue(options.userAgent, forHTTPHeaderField: "User-Agent")
    for (name, value) in options.headers { request.setValue(value, forHTTPHeaderField: name) }
    let transfer = TransferOptions(
      maximumBodyBytes: maximumBytes,
      failsOnErrorStatus: false,
      secretFields: Set(options.headers.keys),
      network: options.network
    )
    do {
      let (data, response) = try await session.data(for: request, options: transfer).value
      return WebFile(
        status: (response as? HTTPURLResponse)?.statusCode ?? 0,
        body: [UInt8](data)
      )
    } catch {
      let shown = URLRedaction.standard.redacted(url)
      throw ToolError(.failed, "\(shown): the file could not be loaded: \(error)")
    }
  }
}
