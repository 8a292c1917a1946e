#if AsyncHTTPClient
import AppLinksResolving
import Foundation
import Futures
import LoopbackServer
import Testing
import Transfers
import TransfersHTTPClient

/// Runs a test with a resolver over a back end, which is then shut down.
func withResolver(
  pinnedTo addresses: [String] = [],
  idleTimeout: Duration = .seconds(300),
  _ body: (HTTPResolver) async throws -> Void
) async throws {
  let backend = HTTPClientBackend()
  let session = TransferSession(over: backend)
  let pinned = PinnedTransport(base: session, addresses: addresses.compactMap { IPAddress($0) })
  let result: Result<Void, any Error>
  do {
    result = .success(try await body(resolver(over: pinned, idleTimeout: idleTimeout)))
  } catch {
    result = .failure(error)
  }
  await backend.shutdown()
  try result.get()
}

/// Returns a resolver with long timeouts, so that tests pass on busy machines.
func resolver(
  over transport: any PageTransport,
  idleTimeout: Duration = .seconds(300)
) -> HTTPResolver {
  HTTPResolver(
    options: HTTPResolver.Options(timeout: .seconds(300), idleTimeout: idleTimeout),
    transport: transport
  )
}

/// A transport that loads pages as if a policy had resolved their hosts to given addresses.
///
/// A policy that checks addresses refuses local ones.
struct PinnedTransport: PageTransport {
  let base: TransferSession
  let addresses: [IPAddress]

  func load(_ request: PageRequest, into receiver: PageReceiver) async throws {
    var request = request
    request.addresses = addresses
    try await base.load(request, into: receiver)
  }
}

/// A page with one tag, and the way it is served.
enum Page {
  static let html = #"<html><head><meta property="al:ios:url" content="shop://socks"/></head>"#

  static func server(onVersion6 isVersion6: Bool = false) throws -> LoopbackServer {
    try LoopbackServer(onVersion6: isVersion6) { connection in
      try connection.readRequest()
      try connection.respond(body: html.utf8)
    }
  }
}

func address(_ text: String) throws -> URL { try #require(URL(string: text)) }

/// Waits for the client to close a connection that the server has not reset.
func closes(_ connection: LoopbackConnection) async throws {
  do {
    try await connection.peerClosed.timeout(.seconds(600)).value
  } catch is CancellationError {}
}
#endif
