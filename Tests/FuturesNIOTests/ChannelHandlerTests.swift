#if NIO
import Futures
import FuturesNIO
import NIOCore
import NIOEmbedded
import NIOPosix
import TestSupport
import Testing

/// Sends questions, and completes their promises with the answers, in order.
private final class QuestionHandler: ChannelDuplexHandler {
  struct Question: Sendable {
    let text: String
    let answer: Promise<String, any Error>
  }

  typealias InboundIn = ByteBuffer
  typealias OutboundIn = Question
  typealias OutboundOut = ByteBuffer

  private var waiting: [Promise<String, any Error>] = []

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let question = unwrapOutboundIn(data)
    waiting.append(question.answer)
    context.write(wrapOutboundOut(ByteBuffer(string: question.text)), promise: promise)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if waiting.isEmpty { return }
    waiting.removeFirst().succeed(String(buffer: unwrapInboundIn(data)))
  }

  func channelInactive(context: ChannelHandlerContext) {
    for promise in waiting { promise.fail(ChannelError.eof) }
    waiting = []
  }
}

extension Channel {
  fileprivate func ask(_ text: String) -> Future<String, any Error> {
    Future.withPromise { promise in
      writeAndFlush(QuestionHandler.Question(text: text, answer: promise), promise: nil)
    }
  }
}

/// Sends back what it receives, in capitals.
private final class ShoutHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let text = String(buffer: unwrapInboundIn(data)).uppercased()
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
  }
}

@Suite(.timeLimit(.minutes(10)))
struct ChannelHandlerTests {
  @Test func aHandlerCompletesAPromiseInItsOwnCall() throws {
    let channel = EmbeddedChannel(handler: QuestionHandler())
    let loop = channel.eventLoop
    let log = Log<String>()
    channel.ask("a").on(.eventLoop(loop)).onSuccess { log.add($0) }
    channel.ask("b").on(.eventLoop(loop)).onSuccess { log.add($0) }
    #expect(try channel.readOutbound(as: ByteBuffer.self) == ByteBuffer(string: "a"))
    try channel.writeInbound(ByteBuffer(string: "A"))
    #expect(log.all == ["A"])
    try channel.writeInbound(ByteBuffer(string: "B"))
    #expect(log.all == ["A", "B"])
    _ = try channel.finish()
  }

  @Test func aChannelThatClosesFailsWhatWaits() throws {
    let channel = EmbeddedChannel(handler: QuestionHandler())
    let answer = channel.ask("a")
    channel.close(promise: nil)
    channel.embeddedEventLoop.run()
    #expect(answer.currentError as? ChannelError == .eof)
  }

  @Test func aHandlerThatIsReleasedBreaksItsPromises() throws {
    let channel = EmbeddedChannel(handler: SilentHandler())
    let answer = channel.ask("a")
    #expect(answer.currentError is BrokenPromise)
    _ = try channel.finish()
  }

  @Test func asksARealServer() async throws {
    let group = MultiThreadedEventLoopGroup.singleton
    let server = try await ServerBootstrap(group: group)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(ShoutHandler())
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    let address = try #require(server.localAddress)
    let connection = ClientBootstrap(group: group)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(QuestionHandler())
        }
      }
      .connect(to: address)
    let answer = Future(connection).flatMap { channel in
      channel.ask("hello").onSettled { channel.close(promise: nil) }
    }
    #expect(try await answer.value == "HELLO")
    try await server.close().get()
  }
}

/// Drops the questions.
private final class SilentHandler: ChannelOutboundHandler {
  typealias OutboundIn = QuestionHandler.Question

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    promise?.succeed()
  }
}
#endif
