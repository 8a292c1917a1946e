#if AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1

/// A channel handler that closes a connection whose responses are not in order.
///
/// The client (seen with 1.37) traps on a response that it does not expect: one with a status below
/// 100, an interim response with a body, or one without a request. A server could end the process
/// that way. Interim responses are dropped, because nothing waits for them.
///
/// Where a response has no body, or an empty one, the guard renames `Content-Encoding` to
/// ``hiddenCoding``. The decompressor behind it (seen with 1.35 of swift-nio-extras) takes the
/// missing body for a truncated one.
final class ResponseGuard: ChannelDuplexHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias InboundOut = HTTPClientResponsePart
  typealias OutboundIn = HTTPClientRequestPart
  typealias OutboundOut = HTTPClientRequestPart

  /// The name of the field `Content-Encoding` of a response without a body.
  static let hiddenCoding = "Tenon-Content-Encoding"

  private enum State {
    case idle
    case waitsForHead(HTTPMethod)
    case waitsForEnd
    case closed
  }

  private var state = State.idle

  /// Adds a guard to the connection of a client, before the handlers of the client.
  static func add(to channel: any Channel) -> EventLoopFuture<Void> {
    if !channel.eventLoop.inEventLoop {
      return channel.eventLoop.flatSubmit { add(to: channel) }
    }
    return channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
      try pipeline.addHandler(ResponseGuard(), position: .after(decoder))
    }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .head(let head) = unwrapOutboundIn(data), case .idle = state {
      state = .waitsForHead(head.method)
    }
    context.write(data, promise: promise)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (unwrapInboundIn(data), state) {
    case (.head(let head), .waitsForHead(let method)):
      switch head.status.code {
      case 102..<200, 100: return
      case 200..<1000:
        state = .waitsForEnd
        context.fireChannelRead(wrapInboundOut(.head(hidingCoding(of: head, to: method))))
        return
      default: return refuse(.invalidStatus, context)
      }
    case (.body, .waitsForEnd): break
    case (.end, .waitsForEnd): state = .idle
    case (_, .closed): return
    default: return refuse(.invalidConstant, context)
    }
    context.fireChannelRead(data)
  }

  private func hidingCoding(of head: HTTPResponseHead, to method: HTTPMethod) -> HTTPResponseHead {
    var head = head
    head.headers.remove(name: Self.hiddenCoding)
    let isEmpty = head.headers.first(name: "Content-Length") == "0"
    if isEmpty || method == .HEAD || [204, 304].contains(head.status.code),
      let coding = head.headers.first(name: "Content-Encoding")
    {
      head.headers.remove(name: "Content-Encoding")
      head.headers.add(name: Self.hiddenCoding, value: coding)
    }
    return head
  }

  private func refuse(_ error: HTTPParserError, _ context: ChannelHandlerContext) {
    state = .closed
    context.fireErrorCaught(error)
    context.close(promise: nil)
  }
}
#endif
