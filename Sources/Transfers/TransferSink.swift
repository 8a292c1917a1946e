package import Foundation
internal import Futures

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// A receiver of the body of a response.
///
/// All calls come from one serial queue, except `giveUp(because:)`, which may come at any time.
package protocol TransferSink<Output>: Sendable {
  associatedtype Output: Sendable

  /// Checks a response before any other use, whatever its status.
  ///
  /// - Returns: Whether the response is accepted even if its status is an error.
  /// - Throws: An error that fails the transfer.
  func check(_ response: URLResponse) throws -> Bool

  /// Prepares for the body of a response.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - length: The length of the body, if known.
  /// - Returns: The number of bytes that existed before, the length of the whole, if known, and
  ///   whether the body is needed; if not, the transfer ends here and succeeds.
  /// - Throws: An error that fails the transfer.
  func begin(_ response: URLResponse, length: Int64?) throws -> SinkStart

  /// Appends the next part of the body.
  ///
  /// - Returns: Whether more is needed; if not, the transfer ends here and succeeds.
  /// - Throws: An error that fails the transfer.
  func append(_ data: Data) throws -> Bool

  /// Whether the body may end here.
  ///
  /// Read at the end of the body; if it is `false`, the transfer fails with an incomplete body.
  var isComplete: Bool { get }

  /// Whether the body of a redirect that is not followed is needed, where the system delivers it.
  var readsRedirects: Bool { get }

  /// The longest body, in bytes, unless the options have a limit; `nil` for no limit.
  var defaultLimit: Int? { get }

  /// Whether the calls may block their thread.
  var mayBlock: Bool { get }

  /// Produces the output.
  ///
  /// - Parameter done: Called once, on any thread.
  func finish(_ done: @escaping @Sendable (Result<Output, any Error>) -> Void)

  /// Releases resources, unless `finish(_:)` was called. May be called several times.
  ///
  /// - Parameter error: The error of the transfer; `nil` if it was cancelled.
  func giveUp(because error: (any Error)?)
}

/// What a sink makes of a response; see `TransferSink.begin(_:length:)`.
package typealias SinkStart = (before: Int64, total: Int64?, needsBody: Bool)

extension TransferSink {
  package func check(_ response: URLResponse) -> Bool { false }

  package var isComplete: Bool { true }

  package var readsRedirects: Bool { false }

  package var defaultLimit: Int? { nil }

  package var mayBlock: Bool { false }
}

/// A sink that keeps a body in memory.
final class MemorySink: TransferSink {
  private struct State {
    var data = Data()
    /// The announced number of bytes, or less.
    var expected = 0
  }

  private let state = Locked(State())

  var defaultLimit: Int? { TransferOptions.longestInMemory }

  func begin(_ response: URLResponse, length: Int64?) -> SinkStart {
    // Limits the memory that a server can claim by announcing a false length.
    let expected = Int(min(max(0, response.expectedContentLength), 1 << 20))
    state.withLock { $0 = State(expected: expected) }
    return (0, length, true)
  }

  func append(_ part: Data) -> Bool {
    state.withLock { state in
      if state.data.isEmpty {
        // Often the only part, which needs no copy.
        if part.count >= state.expected { return state.data = part }
        state.data.reserveCapacity(state.expected)
      }
      state.data.append(part)
    }
    return true
  }

  func finish(_ done: @escaping @Sendable (Result<Data, any Error>) -> Void) {
    done(.success(state.withLock { $0.data }))
  }

  func giveUp(because error: (any Error)?) { state.withLock { $0 = State() } }
}
