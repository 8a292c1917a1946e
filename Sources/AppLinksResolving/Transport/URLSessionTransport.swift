internal import Futures
internal import Transfers

#if canImport(FoundationNetworking)
internal import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A transport that loads pages with `URLSession`.
///
/// - Warning: On Linux, a server can terminate the process. `URLSession` of
///   swift-corelibs-foundation traps before it calls any delegate, so this transport cannot prevent
///   it, in
///   - `_NativeProtocol.transferCompleted(withError:)`, if the connection ends inside the header,
///     or if trailer fields follow a chunked body;
///   - `_EasyHandle.setupCallbacks()`, in the callback for header lines, if `Content-Length` is
///     2^63 − 512 or more, including that of a redirect.
///
///   A Linux server that resolves URLs from others needs a ``PageTransport`` for another HTTP
///   client, or a process that may terminate.
///
/// The transport keeps no state between pages: it does not store or send cookies, does not cache,
/// and has no credentials.
///
/// If the request restricts the addresses, `http` pages are loaded from these addresses, with the
/// name in the `Host` header, so that a second lookup cannot lead elsewhere. `URLSession` does not
/// support this for `https`. ``NetworkPolicy`` describes the consequences.
///
/// - Note: On Linux, a session does not cancel its task while bytes arrive faster than it can read
///   them, for example from a nearby server that floods the client. Resolving still ends in time
///   and then uses little memory and time, but the connection is closed only when the flood pauses.
///   Until then, other transfers of the process wait, because its sessions share a queue; resolvers
///   end with their time limit. A session also collects the body of a redirect, which uses memory
///   and time: resolving ends and the connection is closed about a second after the body begins,
///   unless the server floods the client. If such servers are a risk to you, write a
///   ``PageTransport`` for another client.
public struct URLSessionTransport: PageTransport {
  /// A transport with the default configuration.
  public static let shared = URLSessionTransport()

  private let configuration: URLSessionConfiguration

  /// Creates a transport.
  ///
  /// - Parameter configuration: The configuration of the sessions, for example with a proxy, or
  ///   `nil` for a configuration that stores nothing. Each page is loaded in its own session, which
  ///   holds little of it at a time.
  public init(configuration: URLSessionConfiguration? = nil) {
    self.configuration = configuration ?? Self.forgetful
  }

  private static var forgetful: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpShouldSetCookies = false
    configuration.urlCredentialStorage = nil
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    return configuration
  }

  /// Loads a page.
  ///
  /// If the host has several checked addresses, the transport tries up to three of them. On Linux,
  /// a session cannot load from IPv6 addresses, so they come last.
  ///
  /// - Parameters:
  ///   - request: The page to load, and the addresses to use.
  ///   - receiver: The receiver of the response and the body.
  /// - Throws: `URLError`, `TransferError` for a truncated body or a redirect with a long body, or
  ///   `CancellationError`. Cancelling the task closes the connection.
  public func load(_ request: PageRequest, into receiver: PageReceiver) async throws {
    var failure: URLError?
    for candidate in PinnedRequest.candidates(for: request) {
      do {
        return try await load(candidate, into: receiver)
      } catch let error as URLError where candidate.isUnreachable(error) {
        // Another address of the same host may respond. If none does, the first error is thrown.
        failure = failure ?? error
      }
    }
    throw failure ?? URLError(.badURL)
  }

  private func load(_ candidate: PinnedRequest, into receiver: PageReceiver) async throws {
    let request = candidate.urlRequest
    let backend = URLSessionBackend(forSingleTransfer: configuration)
    defer { backend.close() }
    let session = TransferSession(over: backend)
    let options = TransferOptions(failsOnErrorStatus: false, followsRedirects: false)
    try await withCancellationToken { token in
      _ = try await session.transfer(
        options: options,
        cancellation: token,
        progress: { _ in },
        #fileID,
        #line
      ) {
        .init(sink: PageSink(receiver), request: request)
      }
      .get()
    }
  }
}
