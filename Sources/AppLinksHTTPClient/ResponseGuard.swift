#if AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1

/// A channel handler that closes a connection whose responses are not in order.
///
/// The client (seen with 1.37) traps on a response that it does not expect: one with a status below
/// 100, an interim response with a body, or one without a request. A server could end the process
/// that way. Interim responses are dropped, because nothing waits for them.
final class ResponseGuard: ChannelDuplexHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias InboundOut = HTTPClientResponsePart
  typealias OutboundIn = HTTPClientRequestPart
  typealias OutboundOut = HTTPClientRequestPart

  private enum State {
    case idle
    case waitsForHead
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
    if case .head = unwrapOutboundIn(data), state == .idle { state = .waitsForHead }
    context.write(data, promise: promise)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (unwrapInboundIn(data), state) {
    case (.head(let head), .waitsForHead):
      switch head.status.code {
      case 102..<200, 100: return
      case 200..<1000: state = .waitsForEnd
      default: return refuse(.invalidStatus, context)
      }
    case (.body, .waitsForEnd): break
    case (.end, .waitsForEnd): state = .idle
    case (_, .closed): return
    default: return refuse(.invalidConstant, context)
    }
    context.fireChannelRead(data)
  }

  private func refuse(_ error: HTTPParserError, _ context: ChannelHandlerContext) {
    state = .closed
    context.fireErrorCaught(error)
    context.close(promise: nil)
  }
}
#endif
