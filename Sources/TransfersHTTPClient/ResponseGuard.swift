#if AsyncHTTPClient
internal import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL

/// A channel handler that closes a connection with invalid responses.
///
/// The client (seen with 1.37) traps on a response that it does not expect: one with a status below
/// 100, an interim response with a body, or one without a request. A server could end the process
/// in this way. Interim responses are dropped, because nothing waits for them.
///
/// The decompressor after the guard (seen with 1.35 of swift-nio-extras) recognizes two codings by
/// one name each, reads only the first of several codings, and treats a missing body as a truncated
/// one. The guard therefore writes `Content-Encoding` in the form that the decompressor recognizes.
/// For a coding that it cannot decode, or a response without a body, the guard renames the field to
/// ``hiddenCoding``.
///
/// The data of a single read is decompressed before anything can stop it, to as much as a thousand
/// times its length. A compressed body is therefore read in small parts.
///
/// Other bodies are read in parts that grow to ``largestPart``, four times those of swift-nio: each
/// part is handed from thread to thread, which takes longer than to read it.
///
/// If a connection ends before the head of the response, the guard reports ``AnswerMissing``, so
/// that a request is sent again if the server has closed an idle connection.
final class ResponseGuard: ChannelDuplexHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias InboundOut = HTTPClientResponsePart
  typealias OutboundIn = HTTPClientRequestPart
  typealias OutboundOut = HTTPClientRequestPart

  /// The name of the field `Content-Encoding` of a response that is not decompressed.
  static let hiddenCoding = "Tenon-Content-Encoding"

  /// The most bytes to read at a time.
  private static let largestPart = 262_144

  private enum State {
    case idle
    case waitsForHead(HTTPMethod)
    case waitsForEnd
    case closed
  }

  private var state = State.idle
  private var readsSmallParts = false
  /// Whether an earlier request was answered.
  private var isReused = false
  /// Whether a byte has arrived since the last request.
  fileprivate var hasBytes = false
  private let connections: ConnectionTable

  private init(_ connections: ConnectionTable) { self.connections = connections }

  /// Adds a guard to the connection of a client, before the handlers of the client.
  static func add(
    to channel: any Channel,
    _ connections: ConnectionTable
  ) -> EventLoopFuture<Void> {
    if !channel.eventLoop.inEventLoop {
      return channel.eventLoop.flatSubmit { add(to: channel, connections) }
    }
    return channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
      let responses = ResponseGuard(connections)
      connections.didOpen(channel)
      responses.readLargeParts(of: channel)
      try pipeline.addHandler(responses, position: .after(decoder))
      try pipeline.addHandler(ByteWatch(responses), position: .before(decoder))
    }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .head(let head) = unwrapOutboundIn(data), case .idle = state {
      state = .waitsForHead(head.method)
      hasBytes = false
      connections.didLeave(context.channel)
    }
    if case .closed = state {
      // The connection is being closed; the request is sent over another one.
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    guard let promise else { return context.write(data, promise: nil) }
    // A failed write ends the request before the end of the connection does.
    let written = context.eventLoop.makePromise(of: Void.self)
    written.futureResult.assumeIsolated().whenComplete { result in
      promise.completeWith(result.mapError { self.reported($0) })
    }
    context.write(data, promise: written)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (unwrapInboundIn(data), state) {
    case (.head(let head), .waitsForHead(let method)):
      switch head.status.code {
      case 102..<200, 100: return
      case 200..<1000:
        state = .waitsForEnd
        let head = prepared(head, to: method)
        if head.headers.contains(name: "Content-Encoding") { readSmallParts(of: context.channel) }
        context.fireChannelRead(wrapInboundOut(.head(head)))
        return
      default: return refuse(.invalidStatus, context)
      }
    case (.body, .waitsForEnd): break
    case (.end, .waitsForEnd):
      state = .idle
      isReused = true
      if readsSmallParts { readLargeParts(of: context.channel) }
      connections.didBecomeIdle(context.channel)
    case (_, .closed): return
    default: return refuse(.invalidConstant, context)
    }
    context.fireChannelRead(data)
  }

  private func prepared(_ head: HTTPResponseHead, to method: HTTPMethod) -> HTTPResponseHead {
    // Most heads have neither field, and removing one copies the others.
    let isPlain =
      !head.headers.contains(name: Self.hiddenCoding)
      && !head.headers.contains(name: "Content-Encoding")
    if isPlain { return head }
    var head = head
    head.headers.remove(name: Self.hiddenCoding)
    let codings = head.headers[canonicalForm: "Content-Encoding"].map { $0.lowercased() }
      .filter { $0 != "identity" && !$0.isEmpty }
    head.headers.remove(name: "Content-Encoding")
    if codings.isEmpty { return head }
    let isEmpty = head.headers.first(name: "Content-Length") == "0" || method == .HEAD
    let known = ["gzip": "gzip", "x-gzip": "gzip", "deflate": "deflate"]
    if !isEmpty, ![204, 304].contains(head.status.code), codings.count == 1,
      let coding = known[codings[0]]
    {
      head.headers.add(name: "Content-Encoding", value: coding)
    } else {
      head.headers.add(name: Self.hiddenCoding, value: codings.joined(separator: ", "))
    }
    return head
  }

  private func readSmallParts(of channel: any Channel) {
    readsSmallParts = true
    _ = channel.setOption(
      .recvAllocator,
      value: FixedSizeRecvByteBufferAllocator(capacity: 16_384)
    )
    _ = channel.setOption(.maxMessagesPerRead, value: 1)
  }

  private func readLargeParts(of channel: any Channel) {
    readsSmallParts = false
    _ = channel.setOption(
      .recvAllocator,
      value: AdaptiveRecvByteBufferAllocator(
        minimum: 64,
        initial: 2048,
        maximum: Self.largestPart
      )
    )
    _ = channel.setOption(.maxMessagesPerRead, value: 4)
  }

  private func refuse(_ error: HTTPParserError, _ context: ChannelHandlerContext) {
    state = .closed
    context.fireErrorCaught(error)
    context.close(promise: nil)
  }

  // MARK: The end of a connection

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    let reported = reported(error)
    if reported is AnswerMissing { state = .closed }
    context.fireErrorCaught(reported)
  }

  /// Returns an error of the connection, or ``AnswerMissing`` if it means that the response is
  /// missing.
  private func reported(_ error: any Error) -> any Error {
    guard case .waitsForHead = state, isLoss(error) else { return error }
    return AnswerMissing(isConnectionReused: isReused && !hasBytes, underlying: error)
  }

  func channelInactive(context: ChannelHandlerContext) {
    if case .waitsForHead = state {
      let isStale = isReused && !hasBytes
      context.fireErrorCaught(AnswerMissing(isConnectionReused: isStale, underlying: nil))
    }
    state = .closed
    connections.didLeave(context.channel)
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ConnectionIsSurplus {
      guard case .idle = state else { return }
      state = .closed
      context.close(promise: nil)
    } else {
      context.fireUserInboundEventTriggered(event)
    }
  }

  private func isLoss(_ error: any Error) -> Bool {
    switch error {
    case let error as IOError:
      [ECONNRESET, EPIPE, ENOTCONN, ECONNABORTED].contains(error.errnoCode)
    case NIOSSLError.uncleanShutdown, ChannelError.ioOnClosedChannel, ChannelError.eof: true
    default: false
    }
  }
}

/// A channel handler that reports bytes to a guard before they form a response.
private final class ByteWatch: ChannelInboundHandler {
  typealias InboundIn = NIOAny
  typealias InboundOut = NIOAny

  private let responses: ResponseGuard

  init(_ responses: ResponseGuard) { self.responses = responses }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    responses.hasBytes = true
    context.fireChannelRead(data)
  }
}

/// The error of a connection that ended after a request was sent and before the head of the
/// response.
struct AnswerMissing: Error {
  /// Whether the connection has served another request, and no byte of a response has arrived.
  ///
  /// The server may have closed the connection before it received the request.
  let isConnectionReused: Bool

  /// The error of the connection.
  let underlying: (any Error)?
}
#endif
