#if AsyncHTTPClient
import Foundation
import Futures
import LoopbackServer
import Transfers
import TransfersHTTPClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Runs a test with a session over a back end, which is then shut down.
func withSession(_ body: (TransferSession) async throws -> Void) async throws {
  let backend = HTTPClientBackend()
  let result: Result<Void, any Error>
  do {
    result = .success(try await body(TransferSession(over: backend)))
  } catch {
    result = .failure(error)
  }
  await backend.shutdown()
  try result.get()
}

extension TransferSession {
  /// Loads a body.
  func text(from url: URL, idleTime: TimeInterval = 60) async throws -> String {
    let request = URLRequest(url: url, timeoutInterval: idleTime)
    return String(
      decoding: try await data(for: request).timeout(.seconds(600)).value.0,
      as: UTF8.self
    )
  }
}

/// Waits for the client to close a connection that the server has not reset.
func closes(_ connection: LoopbackConnection) async throws {
  do {
    try await connection.peerClosed.timeout(.seconds(600)).value
  } catch is CancellationError {}
}
#endif
