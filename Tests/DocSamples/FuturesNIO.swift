// What samples in the doc comments of FuturesNIO use, for scripts/check-code.py.

import Futures
import FuturesNIO
import NIOCore
import NIOPosix

struct Page: Sendable { let bytes = ByteBuffer() }

struct Row: Sendable {}

struct Request: Sendable { let path = "/" }

struct Response: Sendable { init(_ article: String) {} }

enum DatabaseError: Error { case connection(String) }

struct Articles: Sendable {
  func load(_ path: String) -> Future<String, any Error> { .never }
}

let articles = Articles()
let page = Future<Page, any Error>.never

@Sendable func ask(
  _ channel: any Channel,
  _ question: String
) -> Future<String, any Error> { .never }

// MARK: FuturesNIO/ExecutionContext+EventLoop.swift

let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
  .connect(host: "localhost", port: 8080).get()

// MARK: FuturesNIO/Future+EventLoopFuture.swift

let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
let query = MultiThreadedEventLoopGroup.singleton.next().makeSucceededFuture([Row()])
