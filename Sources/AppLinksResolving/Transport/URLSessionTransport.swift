internal import Futures
internal import Transfers

#if canImport(FoundationNetworking)
internal import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Loads pages with `URLSession`.
///
/// - Warning: On Linux a server can end the process. `URLSession` of swift-corelibs-foundation
///   traps before it calls any delegate, so that nothing here can prevent it, in
///   - `_NativeProtocol.transferCompleted(withError:)`, if the connection ends within the header,
///     or if a chunked body has trailer fields behind it;
///   - `_EasyHandle.setupCallbacks()`, in the callback for header lines, if `Content-Length` is
///     2^63 − 512 or more, also that of a redirect.
///
///   A server that resolves what others send, on Linux, needs a ``PageTransport`` for another HTTP
///   client, or a process that may end.
///
/// Nothing is remembered between two pages: no cookies are kept or sent, nothing is cached, and
/// there are no credentials.
///
/// If the request says to which addresses the connection may be made, `http` pages are loaded from
/// these, with the name in the header `Host`, so that no second look-up can lead elsewhere. For
/// `https` that cannot be done with `URLSession`; see ``NetworkPolicy`` for what that means.
///
/// - Note: On Linux a session does not come to cancel its task while bytes come in faster than it
///   can read them, as from a server nearby that floods us. Resolving ends in time all the same,
///   and takes little memory and time from then on, but that connection is closed only when the
///   flood pauses. Until then other transfers of the process wait, because its sessions share a
///   queue; those of resolvers end with their time limit. The body of a redirect, which a session
///   collects by itself, takes memory and time as well: resolving ends and the connection is closed
///   about a second after its beginning, unless the server is so fast. Where such servers are a
///   danger, write a ``PageTransport`` for another client.
public struct URLSessionTransport: PageTransport {
  /// The one for all who need nothing special.
  public static let shared = URLSessionTransport()

  private let configuration: URLSessionConfiguration

  /// Makes a transport.
  ///
  /// - Parameter configuration: The configuration of the sessions, for example one with a proxy;
  ///   `nil` for one that remembers nothing. Each page is loaded in a session of its own, which
  ///   holds little of it at once.
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
  /// If the host has several addresses that were checked, up to three of them are tried. On Linux a
  /// session cannot load from addresses of version 6, so that these come last.
  ///
  /// - Parameters:
  ///   - request: What to ask for, and from whom.
  ///   - receiver: Takes the response and the body.
  /// - Throws: `URLError`, `TransferError` for a body that is cut short or for a redirect with a
  ///   long one, or `CancellationError`. Cancelling the task closes the connection.
  public func load(_ request: PageRequest, into receiver: PageReceiver) async throws {
    var failure: URLError?
    for candidate in PinnedRequest.candidates(for: request) {
      do {
        return try await load(candidate, into: receiver)
      } catch let error as URLError where candidate.isUnreachable(error) {
        // Another address of the same host may answer. If none does, the first one tells why.
        failure = failure ?? error
      }
    }
    throw failure ?? URLError(.badURL)
  }

  private func load(_ candidate: PinnedRequest, into receiver: PageReceiver) async throws {
    let request = candidate.urlRequest
    let session = TransferSession(forSingleTransfer: configuration)
    defer { session.close() }
    let options = TransferOptions(failsOnErrorStatus: false, followsRedirects: false)
    try await withCancellationToken { token in
      _ = try await session.transfer(
        options: options,
        cancellation: token,
        progress: { _ in },
        #fileID,
        #line
      ) {
        .init(sink: PageSink(receiver), request: request) { $0.dataTask(with: $1) }
      }
      .get()
    }
  }
}
