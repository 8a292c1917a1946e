#if AsyncHTTPClient
import AppLinksResolving
import AsyncHTTPClient
import Foundation
import Futures
import NIOCore
import NIOHTTP1
import Transfers
import TransfersHTTPClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Loads once.
typealias Load = @Sendable () async throws -> Void

/// The loads that are compared, each of the same page.
struct Loads {
  let url: URL
  let backend = HTTPClientBackend()
  let client = HTTPClient()

  func stop() async throws {
    await backend.shutdown()
    try await client.shutdown()
  }

  /// A page of an `HTTPResolver`.
  func page(over session: TransferSession) -> Load {
    let resolver = HTTPResolver(transport: session)
    return { [url] in _ = try await resolver.resolve(url) }
  }

  /// A body in memory, of a `TransferSession`.
  func data(over session: TransferSession) -> Load {
    { [url] in try check(await session.data(for: URLRequest(url: url)).value.0.count) }
  }

  /// A body in memory, with `HTTPClient` and nothing else.
  func bareClient() -> Load {
    { [url, client] in
      let request = HTTPClientRequest(url: url.absoluteString)
      let response = try await client.execute(request, timeout: .seconds(60))
      guard response.status == .ok else { throw WrongBody() }
      try check(await response.body.collect(upTo: 1 << 20).readableBytes)
    }
  }

  /// A body in memory, with `URLSession` and nothing else.
  func bareSession() -> Load {
    let session = URLSession(configuration: .ephemeral)
    return { [url] in
      let (data, response) = try await session.data(for: URLRequest(url: url))
      guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw WrongBody() }
      try check(data.count)
    }
  }
}

/// A body that is not that of the page.
struct WrongBody: Error {}

private func check(_ count: Int) throws {
  if count < 10_000 { throw WrongBody() }
}
#endif
