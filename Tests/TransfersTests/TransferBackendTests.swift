import Foundation
import Futures
import TestSupport
import Testing
import Transfers

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10)))
struct TransferBackendTests {
  /// Sends nothing, and leaves the events to the test.
  private final class ManualBackend: TransferBackend {
    let transfers = Log<any TransferEvents>()
    let stops = Counter()

    func start(
      _ request: URLRequest,
      _ body: TransferBody,
      for transfer: any TransferEvents
    ) -> @Sendable () -> Void {
      transfers.add(transfer)
      return { [stops] in stops.add() }
    }
  }

  private let backend = ManualBackend()
  private let request: URLRequest

  init() throws { request = URLRequest(url: try #require(URL(string: "http://localhost/"))) }

  private func response(_ status: Int) throws -> HTTPURLResponse {
    let url = try #require(request.url)
    return try #require(
      HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil)
    )
  }

  @Test func deliverAResponse() async throws {
    let transfer = TransferSession(over: backend).data(for: request)
    let events = try #require(backend.transfers.all.first)
    #expect(!events.isOver)
    #expect(try events.didReceive(response(200)))
    #expect(events.didReceive(Data("hello".utf8)))
    events.didComplete(nil, nil)
    #expect(events.isOver)
    #expect(try await transfer.value.0 == Data("hello".utf8))
  }

  @Test func stopWhenTheTransferIsCancelled() throws {
    let transfer = TransferSession(over: backend).data(for: request)
    let events = try #require(backend.transfers.all.first)
    transfer.cancel()
    #expect(backend.stops.value == 1)
    #expect(events.isOver)
    #expect(try !events.didReceive(response(200)))
  }

  @Test func changeNothingAfterTheEnd() async throws {
    let progress = Counter()
    let upload = TransferSession(over: backend)
      .upload(Data("hello".utf8), for: request) { _ in progress.add() }
    let events = try #require(backend.transfers.all.first)
    events.didSend(2, of: 5)
    #expect(progress.value == 1)
    // A server may answer before it has read the body.
    _ = try events.didReceive(response(413))
    events.didComplete(nil, nil)
    await #expect(throws: HTTPStatusError.self) { try await upload.value }
    let count = progress.value
    events.didSend(5, of: 5)
    #expect(!events.didReceive(Data("more".utf8)))
    events.didComplete(nil, URLError(.networkConnectionLost))
    #expect(progress.value == count)
    #expect((upload.currentError as? HTTPStatusError)?.status == 413)
  }
}
