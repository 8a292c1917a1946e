import AsyncHTTPClient
import Futures
import NIOCore
import NIOHTTP1

/// The body of a request whose second half never comes.
struct HalfBody: AsyncSequence, Sendable {
  private let sent = Promise<Void, any Error>()

  /// When the first half has been sent.
  var isSent: Future<Void, any Error> { sent.future }

  /// Returns a request to a server, which is the address without a path.
  func request(to address: String) -> HTTPClientRequest {
    var request = HTTPClientRequest(url: "\(address)/api/v1/index")
    request.method = .POST
    request.body = .stream(self, length: .known(Int64(100)))
    return request
  }

  func makeAsyncIterator() -> Iterator { Iterator(sent: sent) }

  struct Iterator: AsyncIteratorProtocol {
    let sent: Promise<Void, any Error>
    private var isFirst = true

    init(sent: Promise<Void, any Error>) { self.sent = sent }

    mutating func next() async throws -> ByteBuffer? {
      if isFirst {
        isFirst = false
        return ByteBuffer(string: #"{"ids": ["#)
      }
      sent.succeed()
      try await Task.sleep(for: .seconds(86_400))
      return nil
    }
  }
}
