#if AsyncHTTPClient
import Foundation
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import TransfersHTTPClient

@Suite struct ResponseGuardTests {
  /// The end of a connection that fails to write the ends of requests.
  private final class FailingWrites: ChannelOutboundHandler {
    typealias OutboundIn = HTTPClientRequestPart

    var error: (any Error)?

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      if case .end = unwrapOutboundIn(data), let error {
        promise?.fail(error)
      } else {
        promise?.succeed()
      }
    }
  }

  private let channel = EmbeddedChannel()
  private let writes = FailingWrites()

  init() throws {
    let pipeline = channel.pipeline.syncOperations
    try pipeline.addHandler(writes)
    try pipeline.addHandler(ByteToMessageHandler(HTTPResponseDecoder()))
    try ResponseGuard.add(to: channel, ConnectionTable(maximumIdle: 4)).wait()
  }

  /// Sends a request, and returns when its end has been written.
  private func send() -> EventLoopFuture<Void> {
    let head = HTTPRequestHead(version: .http1_1, method: .PUT, uri: "/")
    channel.write(HTTPClientRequestPart.head(head), promise: nil)
    let promise = channel.eventLoop.makePromise(of: Void.self)
    channel.write(HTTPClientRequestPart.end(nil), promise: promise)
    return promise.futureResult
  }

  @Test(arguments: [true, false])
  func aWriteThatMeetsTheEndOfTheConnectionSaysWhetherItWasKept(isReused: Bool) throws {
    if isReused {
      try send().wait()
      try channel.writeInbound(ByteBuffer(string: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"))
    }
    writes.error = IOError(errnoCode: ECONNRESET, reason: "write")
    let error = #expect(throws: AnswerMissing.self) { try send().wait() }
    #expect(error?.isConnectionReused == isReused)
  }

  @Test func otherErrorsOfWritesStayAsTheyAre() throws {
    writes.error = IOError(errnoCode: EMSGSIZE, reason: "write")
    #expect(throws: IOError.self) { try send().wait() }
  }
}
#endif
