#if AsyncHTTPClient
internal import AsyncHTTPClient
internal import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPCompression
internal import Transfers

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The requests of one transfer, from the first to the destination of the last redirect.
struct HTTPClientExchange: Sendable {
  private let clients: ClientPool
  private let body: TransferBody
  private let transfer: any TransferEvents
  private let executor: TransferExecutor?
  private let watch: IdleWatch

  /// Creates an exchange.
  ///
  /// - Parameters:
  ///   - clients: The clients that send the requests.
  ///   - body: The body of the first request.
  ///   - transfer: The receiver of the events.
  ///   - executor: Where events are delivered and bodies are read, one job at a time; `nil` if
  ///     neither blocks.
  ///   - watch: Cancels the task of the exchange if there is no network activity for too long.
  init(
    with clients: ClientPool,
    _ body: TransferBody,
    for transfer: any TransferEvents,
    on executor: TransferExecutor?,
    _ watch: IdleWatch
  ) {
    self.clients = clients
    self.body = body
    self.transfer = transfer
    self.executor = executor
    self.watch = watch
  }

  /// Sends the requests, and delivers the events; to be run on the executor, if there is one.
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
    let address = try await transfer.network.address(for: request)
    do {
      return try await send(request, body, to: address)
    } catch {
      ReachableAddresses.shared.didFail(address, clientError(for: error))
      throw error
    }
  }

  /// Sends a request to a checked address; `nil` lets the client look up the name.
  private func send(
    _ request: URLRequest,
    _ body: TransferBody,
    to address: IPAddress?
  ) async throws -> URLRequest? {
    let target = try ClientTarget(request.url?.absoluteString ?? "")
    let pin = address.map { HostPin(host: target.host, address: $0.description) }
    watch.start(limit: .seconds(IdleLimit.seconds(of: request)))
    defer { watch.stop() }
    do {
      let upload = try RequestBody(body, of: request, for: transfer, on: executor, watch)
      let message = HTTPClientRequest(request, to: target, upload)
      return try await clients.withClient(for: pin) { client in
        try await send(message, of: request, with: client, upload)
      }
    } catch {
      throw watch.hasExpired ? URLError(.timedOut) : error
    }
  }

  /// Sends the message of a request, and delivers the events of the response.
  private func send(
    _ message: HTTPClientRequest,
    of request: URLRequest,
    with client: HTTPClient,
    _ upload: RequestBody?
  ) async throws -> URLRequest? {
    let response = try await response(to: message, with: client, upload)
    watch.touch()
    guard let head = HTTPURLResponse.from(response, to: request) else {
      throw URLError(.badServerResponse)
    }
    if response.history.count > 1 { throw ClientFollowsRedirects() }
    if let next = try transfer.redirects.next(after: request, head) {
      // The end of an empty body has arrived; reading it makes the connection available again.
      if head.expectedContentLength == 0 { _ = try? await response.body.collect(upTo: 0) }
      return next
    }
    guard transfer.didReceive(head) else { return nil }
    guard try await deliver(response, from: request.url) else { return nil }
    try Task.checkCancellation()
    transfer.didComplete(head, nil)
    return nil
  }

  /// The maximum number of attempts to send a request whose connections were closed before it was
  /// sent.
  private static let longestSearch = 10

  /// Sends a request, and sends it again if its outcome allows this.
  private func response(
    to message: HTTPClientRequest,
    with client: HTTPClient,
    _ upload: RequestBody?
  ) async throws -> HTTPClientResponse {
    // The idle watch limits the time until the head arrives; the deadline only has to exist.
    let limit = TimeAmount.hours(24 * 365)
    var attempts = 0
    var wasSent = false
    while true {
      attempts += 1
      do {
        return try await client.execute(message, timeout: limit)
      } catch {
        guard upload?.canBeSentAgain ?? true, !Task.isCancelled,
          let fate = fate(of: message, after: error)
        else { throw error }
        if fate == .isLost && wasSent || attempts == Self.longestSearch { throw error }
        if fate == .isLost { wasSent = true }
      }
    }
  }

  /// The outcome of a request that can be sent again.
  private enum Fate {
    /// The request was sent over a connection that the server was about to close.
    case isLost
    /// The connection was closed before the request was sent.
    case isUnsent
  }

  /// Returns the outcome of a request whose connection was closed before the server can have
  /// processed it; `nil` if it may have been processed.
  ///
  /// A server may close an idle connection while another request is on its way (RFC 9112, section
  /// 9.3.1). It has not processed that request; at worst, it processes an idempotent request twice.
  private func fate(of message: HTTPClientRequest, after error: any Error) -> Fate? {
    let isIdempotent = [.GET, .HEAD, .PUT, .DELETE, .OPTIONS, .TRACE].contains(message.method)
    switch error {
    case let error as AnswerMissing: return error.isConnectionReused && isIdempotent ? .isLost : nil
    case let error as HTTPClientError where error == .remoteConnectionClosed: break
    case ChannelError.ioOnClosedChannel: break
    default: return nil
    }
    // A guard reports another error if the request was sent.
    return clients.isGuarded ? .isUnsent : isIdempotent ? .isLost : nil
  }

  /// Delivers the parts of the body of a response.
  ///
  /// - Returns: Whether the transfer accepts all of them. If not, the connection is closed.
  private func deliver(
    _ response: HTTPClientResponse,
    from url: URL?
  ) async throws -> Bool {
    func undecodable(_ name: String, _ error: (any Error)?) -> TransferError? {
      response.headers.first(name: name).map {
        TransferError(.undecodableBody, url: url, coding: $0, underlying: error)
      }
    }
    do {
      for try await part in response.body where part.readableBytes > 0 {
        if let error = undecodable(ResponseGuard.hiddenCoding, nil) { throw error }
        guard transfer.didReceive(Data(part.readableBytesView)) else { return false }
        // The time that the receiver takes does not count.
        watch.touch()
      }
      return true
    } catch NIOHTTPDecompression.DecompressionError.inflationError(let code) {
      let error = NIOHTTPDecompression.DecompressionError.inflationError(code)
      throw undecodable("Content-Encoding", error) ?? error
    } catch let error as HTTPClientError where error == .bodyLengthMismatch {
      // After a response with a status of 300 or more has begun, the client sends no more of the
      // request, and may then report the request as incomplete (seen with 1.37).
      throw URLError(.networkConnectionLost, userInfo: [NSUnderlyingErrorKey: error])
    }
  }
}

extension HTTPURLResponse {
  /// Returns the response of a client, as a session would report it.
  fileprivate static func from(
    _ response: HTTPClientResponse,
    to request: URLRequest
  ) -> HTTPURLResponse? {
    guard let url = request.url else { return nil }
    return receiving(
      from: url,
      status: Int(response.status.code),
      version: response.version == .http1_1
        ? "HTTP/1.1" : "HTTP/\(response.version.major).\(response.version.minor)",
      response.headers.map { name, value in
        (name: name == ResponseGuard.hiddenCoding ? "Content-Encoding" : name, value: value)
      }
    )
  }
}
#endif
