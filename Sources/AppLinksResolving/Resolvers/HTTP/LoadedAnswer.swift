package import Foundation
internal import Transfers

/// The first response to a request, with its body, regardless of its type.
package struct LoadedAnswer: Sendable, Hashable {
  package let response: PageResponse
  package let body: [UInt8]
}

extension HTTPResolver {
  /// Loads the response from a URL, without following a redirect.
  ///
  /// - Parameters:
  ///   - url: An `http` or `https` URL.
  ///   - maximumBytes: The number of bytes of the body after which no more is read.
  ///   - userAgent: The user agent to send instead of that of the options.
  /// - Returns: The response, regardless of its status.
  /// - Throws: An `AppLinkResolveError` if there is no response, or `CancellationError`.
  package nonisolated(nonsending) func answer(
    at url: URL,
    maximumBytes: Int,
    userAgent: String? = nil
  ) async throws -> LoadedAnswer {
    try await inTime(url) {
      try await loadAnswer(url, maximumBytes: maximumBytes, userAgent: userAgent)
    }
  }

  private func loadAnswer(
    _ url: URL,
    maximumBytes: Int,
    userAgent: String?
  ) async throws -> LoadedAnswer {
    var headers = headers(for: url, source: url)
    headers["Accept"] = "*/*"
    headers["Prefer-Html-Meta-Tags"] = nil
    if let userAgent { headers["User-Agent"] = userAgent }
    let request = PageRequest(
      url: url,
      headers: headers,
      addresses: try await addresses(of: url),
      idleTimeout: options.idleTimeout
    )
    let receiver = PageReceiver(
      options: options.scanner,
      keptBytes: maximumBytes,
      acceptsAnyType: true
    ) { _ in false }
    do {
      try await transport.load(request, into: receiver)
    } catch {
      throw resolveError(for: error, url)
    }
    guard let response = receiver.response else {
      throw AppLinkResolveError(
        .transferFailed,
        url: url,
        message: "the transport ended without a response; pass one to the receiver"
      )
    }
    return LoadedAnswer(response: response, body: receiver.body)
  }
}
