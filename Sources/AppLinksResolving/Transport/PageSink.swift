internal import Foundation
internal import Transfers

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A transfer sink that passes a response to the receiver of a page.
struct PageSink: TransferSink {
  private let receiver: PageReceiver

  init(_ receiver: PageReceiver) { self.receiver = receiver }

  func begin(_ response: URLResponse, length: Int64?) throws -> SinkStart {
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    let head = PageResponse(status: response.statusCode, headers: response.fields)
    return (0, length, receiver.receive(head))
  }

  func append(_ data: Data) -> Bool { receiver.receive(data) }

  /// A redirect that does not lead to a page is itself the page.
  var readsRedirects: Bool { true }

  func finish(_ done: @escaping @Sendable (Result<Void, any Error>) -> Void) { done(.success(())) }

  func giveUp(because error: (any Error)?) {}
}
