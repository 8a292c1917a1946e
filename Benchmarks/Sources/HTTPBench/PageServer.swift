#if AsyncHTTPClient
import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOPosix

/// A server of one page of 10 KB, which keeps its connections open.
///
/// It also sends a long body for `/large`, and for `/connections` how many connections it has
/// accepted. It runs in a process of its own, so that its time and allocations are not counted.
enum PageServer {
  /// The length of the long body, in bytes.
  static let largeLength = 4096 * 65_536

  static func run() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let connections = NIOLockedValueBox(0)
    let channel = try await ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 1024)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          connections.withLockedValue { $0 += 1 }
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          try channel.pipeline.syncOperations.addHandler(PageHandler(connections))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    FileHandle.standardOutput.write(Data("\(channel.localAddress?.port ?? 0)\n".utf8))
    while readLine() != nil {}
    exit(0)
  }
}

/// Sends what each request asks for.
private final class PageHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private static let page = ByteBuffer(
    string: #"<html><head><meta property="al:ios:url" content="shop://socks"/></head><body>"#
      + String(repeating: "x", count: 10_000)
  )
  private static let part = ByteBuffer(repeating: UInt8(ascii: "x"), count: 65_536)

  private let connections: NIOLockedValueBox<Int>
  private var path = ""
  private var keepsAlive = true

  init(_ connections: NIOLockedValueBox<Int>) { self.connections = connections }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(let head) = unwrapInboundIn(data) {
      (path, keepsAlive) = (head.uri, head.isKeepAlive)
    }
    guard case .end = unwrapInboundIn(data) else { return }
    switch path {
    case "/large":
      sendHead(length: PageServer.largeLength, context)
      sendParts(PageServer.largeLength / Self.part.readableBytes, context)
    case "/connections":
      send(ByteBuffer(string: "\(connections.withLockedValue { $0 })"), context)
    default: send(Self.page, context)
    }
  }

  private func send(_ body: ByteBuffer, _ context: ChannelHandlerContext) {
    sendHead(length: body.readableBytes, context)
    context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }

  private func sendHead(length: Int, _ context: ChannelHandlerContext) {
    let headers: HTTPHeaders = ["Content-Length": "\(length)"]
    let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
  }

  /// Sends parts of the long body, each when the one before it has left.
  private func sendParts(_ count: Int, _ context: ChannelHandlerContext) {
    if count == 0 {
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
      return keepsAlive ? () : context.close(promise: nil)
    }
    let written = context.eventLoop.makePromise(of: Void.self)
    context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(Self.part))), promise: written)
    written.futureResult.assumeIsolated().whenSuccess { self.sendParts(count - 1, context) }
  }
}
#endif
