import FlyingFox
import FlyingSocks
import Foundation

extension HTTPResponse {
  /// Returns a response with a JSON body, or with the body that a fault makes of it.
  static func json(
    _ body: String,
    status: HTTPStatusCode = .ok,
    fault: SampleFault? = nil
  ) -> HTTPResponse {
    var headers: HTTPHeaders = [.contentType: "application/json; charset=utf-8"]
    let data = Data(body.utf8)
    switch fault {
    case nil:
      return HTTPResponse(statusCode: status, headers: headers, body: data)
    case .serverError:
      return HTTPResponse(statusCode: .internalServerError, headers: headers)
    case .badJSON:
      return HTTPResponse(statusCode: status, headers: headers, body: Data("<html>Oops".utf8))
    case .cutBody:
      headers[.contentLength] = String(data.count)
      let half = CutBody(data: data.prefix(data.count / 2))
      return HTTPResponse(
        statusCode: status,
        headers: headers,
        body: HTTPBodySequence(from: half, count: data.count)
      )
    }
  }
}

/// Some bytes and then an error, which makes the server close the connection.
private struct CutBody: AsyncBufferedSequence {
  let data: Data

  func makeAsyncIterator() -> Iterator { Iterator(rest: data) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    var rest: Data

    mutating func next() async throws -> UInt8? {
      guard let byte = rest.popFirst() else { throw SocketError.disconnected }
      return byte
    }

    mutating func nextBuffer(suggested count: Int) async throws -> Data? {
      guard !rest.isEmpty else { throw SocketError.disconnected }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
  }
}
