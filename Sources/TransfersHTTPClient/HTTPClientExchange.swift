#if AsyncHTTPClient
internal import AsyncHTTPClient
internal import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import Transfers

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The requests of one transfer, from the first to the destination of the last redirect.
struct HTTPClientExchange: Sendable {
  private let clients: ClientPool
  private let body: TransferBody
  private let transfer: any TransferEvents
  private let executor: any TaskExecutor

  /// Creates an exchange.
  ///
  /// - Parameters:
  ///   - clients: The clients that send the requests.
  ///   - body: The body of the first request.
  ///   - transfer: The receiver of the events.
  ///   - executor: Where events are delivered and bodies are read; it runs one job at a time.
  init(
    with clients: ClientPool,
    _ body: TransferBody,
    for transfer: any TransferEvents,
    on executor: any TaskExecutor
  ) {
    self.clients = clients
    self.body = body
    self.transfer = transfer
    self.executor = executor
  }

  /// Sends the requests, and delivers the events; to be run on the executor.
  ///
  /// Cancelling the task closes the connection.
  func run(from start: URLRequest) async {
    let route = TransferRoute(from: start)
    var next: URLRequest? = start
    do {
      while let request = next, !transfer.isOver {
        let request = try route.follow(request)
        next = try await send(request, route.keepsBody(request) ? body : .ofRequest)
      }
    } catch {
      transfer.didComplete(nil, clients.isShutDown ? BackendHasShutDown() : clientError(for: error))
    }
  }

  /// Sends a request, and delivers the events of the response.
  ///
  /// - Returns: The request for the destination of a redirect; `nil` if there is none to follow.
  private func send(_ request: URLRequest, _ body: TransferBody) async throws -> URLRequest? {
    let message = try HTTPClientRequest(request, body, for: transfer, on: executor)
    var redirected: URLRequest?
    let limit = IdleLimit.seconds(of: request)
    try await clients.withClient(for: nil, idleTimeout: .seconds(limit)) { client in
      // The idle timeout limits the time until the head arrives; the deadline only has to exist.
      let response = try await client.execute(message, timeout: .hours(24 * 365))
      guard let head = HTTPURLResponse(response, to: request) else {
        throw URLError(.badServerResponse)
      }
      if transfer.followsRedirects { redirected = request.following(head) }
      if redirected != nil {
        // The end of an empty body has arrived; once it is read, the connection is used again.
        if head.expectedContentLength == 0 { _ = try? await response.body.collect(upTo: 0) }
        return
      }
      guard transfer.didReceive(head) else { return }
      guard try await deliver(response.body) else { return }
      try Task.checkCancellation()
      transfer.didComplete(head, nil)
    }
    return redirected
  }

  /// Delivers the parts of a body.
  ///
  /// - Returns: Whether the transfer wants them all. If not, the connection is closed.
  private func deliver(_ body: HTTPClientResponse.Body) async throws -> Bool {
    do {
      for try await part in body where part.readableBytes > 0 {
        guard transfer.didReceive(Data(part.readableBytesView)) else { return false }
      }
      return true
    } catch let error as HTTPClientError where error == .bodyLengthMismatch {
      // After a response with a status of 300 or more has begun, the client sends no more of the
      // request, and then may take the request for incomplete (seen with 1.37).
      throw URLError(.networkConnectionLost, userInfo: [NSUnderlyingErrorKey: error])
    }
  }
}

extension HTTPURLResponse {
  /// Creates a response from that of a client, with the values of fields of the same name joined.
  fileprivate convenience init?(_ response: HTTPClientResponse, to request: URLRequest) {
    guard let url = request.url else { return nil }
    var names: [String: String] = [:]
    var fields: [String: String] = [:]
    for (field, value) in response.headers {
      let name = field == ResponseGuard.hiddenCoding ? "Content-Encoding" : field
      let first = names[name.lowercased(), default: name]
      names[name.lowercased()] = first
      fields[first] = fields[first].map { "\($0), \(value)" } ?? value
    }
    self.init(
      url: url,
      statusCode: Int(response.status.code),
      httpVersion: "HTTP/\(response.version.major).\(response.version.minor)",
      headerFields: fields
    )
  }
}
#endif
