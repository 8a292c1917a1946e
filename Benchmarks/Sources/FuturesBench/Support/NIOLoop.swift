import ArgumentParser
import NIOCore
import NIOEmbedded
import NIOPosix

/// The event loop of the peer's futures, whose thread runs both sides.
enum NIOLoop: String, CaseIterable, ExpressibleByArgument {
  /// The one loop of a `MultiThreadedEventLoopGroup`, on its own thread.
  case posix
  /// An `EmbeddedEventLoop` on the calling thread.
  case embedded

  /// The default event loop, which is the faster one.
  static let standard = NIOLoop.embedded

  /// Runs the body on the loop's thread, where its futures need no hop.
  func withLoop<Value: Sendable>(
    _ body: @escaping @Sendable (any EventLoop) throws -> Value
  ) throws -> Value {
    switch self {
    case .posix:
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      let loop = group.next()
      let outcome = Result { try loop.submit { try body(loop) }.wait() }
      try group.syncShutdownGracefully()
      return try outcome.get()
    case .embedded:
      return try body(EmbeddedEventLoop())
    }
  }
}
