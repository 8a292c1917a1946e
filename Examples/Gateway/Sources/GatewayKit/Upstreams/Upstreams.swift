import Futures
import NIOCore

/// A type that calls upstreams, for code written with futures.
package protocol FutureUpstreams: Sendable {
  /// Calls an upstream.
  ///
  /// - Parameter call: The call.
  /// - Returns: A future of the answer. The call is cancelled with it, and with the current scope.
  func get(_ call: UpstreamCall) -> Future<ByteBuffer, UpstreamError>
}

/// A type that calls upstreams, for code written with tasks.
package protocol AsyncUpstreams: Sendable {
  /// Calls an upstream.
  ///
  /// - Parameter call: The call, which is cancelled with the task.
  /// - Returns: The answer.
  /// - Throws: ``UpstreamError``; `CancellationError` if the task is cancelled.
  func get(_ call: UpstreamCall) async throws -> ByteBuffer
}
