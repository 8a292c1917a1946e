import Futures
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

extension HTTPServerBuilder {
  /// HTTP/1 that cancels the task of a request when its client disconnects.
  ///
  /// Hummingbird does this only for handlers that consume the body of the request, and closes the
  /// connection after them. A client that closes its sending side counts as disconnected.
  static var cancellingHTTP1: HTTPServerBuilder {
    HTTPServerBuilder { responder in
      CancellingHTTP1Channel(http: HTTP1Channel(responder: responder))
    }
  }
}

/// An HTTP/1 channel whose task is cancelled when the client disconnects.
private struct CancellingHTTP1Channel: ServerChildChannel {
  struct Connection: ServerChildChannelValue {
    let http: HTTP1Channel.Value
    let disconnection: Future<Void, Never>

    var channel: any Channel { http.channel }
  }

  let http: HTTP1Channel

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Connection> {
    http.setup(channel: channel, logger: logger).flatMapThrowing { http in
      let handler = DisconnectionHandler()
      let disconnection = handler.disconnection.future
      try channel.pipeline.syncOperations.addHandler(handler, position: .first)
      return Connection(http: http, disconnection: disconnection)
    }
  }

  func handle(value connection: Connection, logger: Logger) async {
    let task = Task { await http.handle(value: connection.http, logger: logger) }
    connection.disconnection.on(.inline).onSuccess { task.cancel() }
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }
}

/// Completes a promise when the other side sends no more.
private final class DisconnectionHandler: ChannelInboundHandler {
  typealias InboundIn = NIOAny

  let disconnection = Promise<Void, Never>()

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event as? ChannelEvent == .inputClosed { complete() }
    context.fireUserInboundEventTriggered(event)
  }

  func channelInactive(context: ChannelHandlerContext) {
    complete()
    context.fireChannelInactive()
  }

  // The second of the two events, for a promise that has been completed, is no mistake.
  private func complete() {
    if !disconnection.future.isSettled { disconnection.succeed() }
  }
}
