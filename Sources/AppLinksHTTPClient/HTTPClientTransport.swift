#if AsyncHTTPClient
public import AppLinksResolving
public import AsyncHTTPClient
internal import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import TransfersHTTPClient

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A transport that loads pages with AsyncHTTPClient, for servers.
///
/// ```swift
/// let transport = HTTPClientTransport()
/// var options = HTTPResolver.Options()
/// options.network = .server
/// let resolver = HTTPResolver(options: options, transport: transport)
/// ```
///
/// If the request restricts the addresses, the transport connects to these addresses only, for
/// `http` and `https`, with the name of the host in the `Host` field and in the TLS handshake. A
/// second lookup cannot lead elsewhere.
///
/// The transport uses HTTP/1.1, and keeps connections open for further pages. It stores no cookies,
/// caches nothing, follows no redirects, and does not send the user name or password of a URL. Of a
/// response that the receiver does not need, such as the body of a redirect, it reads no more than
/// has arrived, and closes the connection.
///
/// The header of a response is limited to 256 fields, 80 KiB for each field and 2 MiB in total, the
/// limits of SwiftNIO.
public final class HTTPClientTransport: PageTransport {
  private let clients: ClientPool

  /// Creates a transport.
  ///
  /// - Parameter configuration: The configuration of the clients, for example with trust roots or
  ///   the limit for connections. The transport itself sets redirects, timeouts, DNS overrides, the
  ///   version of HTTP and the retrying of connections. If decompression is disabled, as it is by
  ///   default, the transport enables it with a limit of 16 MiB for a decompressed body.
  public init(configuration: HTTPClient.Configuration = HTTPClient.Configuration()) {
    clients = ClientPool(configuration: configuration, maximumDecompressed: 16 << 20)
  }

  /// Loads a page.
  ///
  /// If the host has several checked addresses, the transport tries up to three of them.
  ///
  /// - Parameters:
  ///   - request: The page to load, and the addresses to use.
  ///   - receiver: The receiver of the response and the body.
  /// - Throws: `URLError` where it has a code for the reason, with the error of the client as the
  ///   underlying error; ``TransportHasShutDown``; `CancellationError`; or another error of the
  ///   client. Cancelling the task closes the connection.
  public func load(_ request: PageRequest, into receiver: PageReceiver) async throws {
    let target = try PageTarget(request.url)
    var pins = request.addresses.prefix(3).map { target.pin(to: $0) }[...]
    guard let first = pins.popFirst() else { return try await load(request, target, nil, receiver) }
    do {
      return try await load(request, target, first, receiver)
    } catch let failure as URLError where failure.code == .cannotConnectToHost {
      // Another address of the same host may respond. If none does, the first error is thrown.
      for pin in pins {
        do {
          return try await load(request, target, pin, receiver)
        } catch let error as URLError where error.code == .cannotConnectToHost {}
      }
      throw failure
    }
  }

  /// Shuts the transport down.
  ///
  /// Loads that are under way and further loads fail with ``TransportHasShutDown``. The method
  /// returns when all connections are closed. A second call waits for the same end. A transport
  /// that is released without a call closes its connections in the background.
  public func shutdown() async { await clients.shutdown() }

  private func load(
    _ request: PageRequest,
    _ target: PageTarget,
    _ pin: HostPin?,
    _ receiver: PageReceiver
  ) async throws {
    do {
      try await clients.withClient(for: pin, idleTimeout: request.idleTimeout) { client in
        try await load(target.request(headers: request.headers), with: client, into: receiver)
      }
    } catch {
      // A client that shuts down fails its requests as if they were cancelled.
      try Task.checkCancellation()
      throw clients.isShutDown ? TransportHasShutDown() : clientError(for: error)
    }
  }

  private func load(
    _ request: HTTPClientRequest,
    with client: HTTPClient,
    into receiver: PageReceiver
  ) async throws {
    // The idle timeout limits the time until the head arrives; the deadline only has to exist.
    let response = try await client.execute(request, timeout: .hours(24))
    var wantsMore = receiver.receive(
      PageResponse(status: Int(response.status.code), headers: joined(response.headers))
    )
    // Leaving the loop closes the connection unless the body is complete.
    var chunks = response.body.makeAsyncIterator()
    while wantsMore, let chunk = try await chunks.next() {
      wantsMore = receiver.receive(chunk.readableBytesView)
    }
    try Task.checkCancellation()
  }

  /// Joins the values of fields with the same name.
  private func joined(_ headers: HTTPHeaders) -> [String: String] {
    Dictionary(headers.map { ($0.name.lowercased(), $0.value) }) { "\($0), \($1)" }
  }
}

/// The error of loading a page with an ``HTTPClientTransport`` that has been shut down.
public struct TransportHasShutDown: Error, Hashable, Sendable, CustomStringConvertible {
  /// What happened.
  public var description: String {
    "The page was not loaded: the transport has been shut down. Resolve before you shut it down, "
      + "or create another transport."
  }
}
#endif
