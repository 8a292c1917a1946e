#if AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// A server of one page of 10 KB, which keeps its connections open.
///
/// It runs in a process of its own, so that its time and allocations are not counted.
enum PageServer {
  static func run() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let channel = try await ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 1024)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          try channel.pipeline.syncOperations.addHandler(PageHandler())
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    FileHandle.standardOutput.write(Data("\(channel.localAddress?.port ?? 0)\n".utf8))
    while readLine() != nil {}
    exit(0)
  }
}

/// Sends the page for each request.
private final class PageHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private static let page = ByteBuffer(
    string: #"<html><head><meta property="al:ios:url" content="shop://socks"/></head><body>"#
      + String(repeating: "x", count: 10_000)
  )

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .end = unwrapInboundIn(data) else { return }
    let headers: HTTPHeaders = ["Content-Length": "\(Self.page.readableBytes)"]
    let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(Self.page))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }
}
#endif
