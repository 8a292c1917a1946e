import NIOCore
import NIOPosix

/// A connection on which a test sends bytes that no HTTP client sends.
enum RawConnection {
  /// Sends text, and returns what is received until the server closes the connection.
  static func exchange(_ text: String, port: Int) async throws -> String {
    try await run(text, port: port) { inbound, _ in
      var answer = ""
      for try await bytes in inbound { answer += String(buffer: bytes) }
      return answer
    }
  }

  /// Sends text and closes the connection.
  static func abort(_ text: String, port: Int) async throws {
    try await run(text, port: port) { _, _ in }
  }

  /// Sends text and then a space every few milliseconds until the server closes the connection.
  static func drip(_ text: String, port: Int) async throws {
    try await run(text, port: port) { inbound, outbound in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          while true {
            try await Task.sleep(for: .milliseconds(5))
            try await outbound.write(ByteBuffer(string: " "))
          }
        }
        for try await _ in inbound {}
        group.cancelAll()
      }
    }
  }

  private static func run<Value: Sendable>(
    _ text: String,
    port: Int,
    _ body:
      @Sendable (
        NIOAsyncChannelInboundStream<ByteBuffer>, NIOAsyncChannelOutboundWriter<ByteBuffer>
      ) async throws -> Value
  ) async throws -> Value {
    let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    return try await channel.executeThenClose { inbound, outbound in
      try await outbound.write(ByteBuffer(string: text))
      return try await body(inbound, outbound)
    }
  }
}
