import NIOCore
import NIOHTTPTypes

/// Closes a connection if a request takes too long to arrive.
///
/// The time begins with the first byte of the request, and later ones do not prolong it. The time
/// for the answer does not count.
final class ArrivalLimit: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart

  private let time: TimeAmount
  private var end: Scheduled<Void>?
  /// Whether a request has arrived completely with the bytes that were read last.
  private var isComplete = false

  init(_ time: Duration) { self.time = TimeAmount(time) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .end = unwrapInboundIn(data) {
      stop()
      isComplete = true
    } else {
      start(context)
      isComplete = false
    }
    context.fireChannelRead(data)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    // Bytes without a part of a request are the beginning of a head.
    if !isComplete { start(context) }
    isComplete = false
    context.fireChannelReadComplete()
  }

  func channelInactive(context: ChannelHandlerContext) {
    stop()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { stop() }

  private func start(_ context: ChannelHandlerContext) {
    guard end == nil else { return }
    let channel = context.channel
    end = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
  }

  private func stop() {
    end?.cancel()
    end = nil
  }
}
