import Foundation
import Futures
import LoopbackServer
import TestSupport
import Testing
import Transfers

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if os(Linux) || os(macOS)
/// On Linux a session traps if cancelling and the end of a task meet, hence the processes.
@Suite(.timeLimit(.minutes(10)))
struct TransferRaceTests {
  static let kinds = ["data", "upload", "download"]

  @Test(arguments: kinds)
  func cancellingAgainstTheEndGivesOneOutcome(_ kind: String) async throws {
    let server = try LoopbackServer { connection in
      while true {
        try connection.readRequest()
        try connection.respond(headers: ["Connection": "keep-alive"], body: "hello".utf8)
      }
    }
    let url = server.url().absoluteString
    await #expect(processExitsWith: .success) {
      [url = url as String, kind = kind as String] in
      let session = TransferSession(configuration: .ephemeral)
      let request = URLRequest(url: try #require(URL(string: url)))
      var whole = 0
      // Becomes what a transfer takes, for that is when the two meet.
      var pause: UInt32 = 500
      for round in 0..<(StressSize.isLong ? 5000 : 150) {
        let source = CancellationSource()
        let transfer = start(kind, request, session, source.token)
        let other = Promise<Void, Never>()
        DispatchQueue.global().async { [pause] in
          usleep(pause + UInt32(round % 10 * 20))  // another moment each time
          source.cancel()
          other.succeed()
        }
        switch await transfer.result {
        case .success:
          whole += 1
          pause = pause / 4 * 3
        // A connection that a cancelled upload has spoilt may be the next one's, and cannot be
        // retried.
        case .failure(let error):
          let isOther = error is URLError || error is TransferError
          #expect(error is CancellationError || isOther)
          pause = min(pause / 4 * 5 + 20, 900_000)
        }
        await other.future.value
      }
      // The session still works, once it has got rid of spoilt connections.
      var attempts = 0
      while attempts < 20, await start("data", request, session, .never).result.failure != nil {
        attempts += 1
      }
      #expect(attempts < 20)
      #expect(whole > 0)
    }
  }
}

private func start(
  _ kind: String,
  _ request: URLRequest,
  _ session: TransferSession,
  _ token: CancellationToken
) -> Future<Void, any Error> {
  var request = request
  switch kind {
  case "data": return session.data(for: request, cancellation: token).asVoid()
  case "upload":
    request.httpMethod = "POST"
    return session.upload(Data("x".utf8), for: request, cancellation: token).asVoid()
  default:
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("download-\(UUID().uuidString)")
    return session.download(for: request, to: file, resuming: false, cancellation: token)
      .map { file, _ in try? FileManager.default.removeItem(at: file) }
  }
}
#endif
