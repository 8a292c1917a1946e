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
  /// - Throws: An error that fails the transfer.
  func check(_ response: URLResponse) throws

  /// Prepares for the body of a response.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - length: The length of the body, if known.
  /// - Returns: The number of bytes that existed before, and the length of the whole, if known.
  /// - Throws: An error that fails the transfer.
  func begin(_ response: URLResponse, length: Int64?) throws -> (before: Int64, total: Int64?)

  /// Appends the next part of the body.
  func append(_ data: Data) throws

  /// Whether nothing more is needed, so that the transfer ends here and succeeds.
  ///
  /// Read after `check(_:)`, after `begin(_:length:)` and after each part.
  var isSatisfied: Bool { get }

  /// Whether the body may end here.
  ///
  /// Read at the end of the body; if it is `false`, the transfer fails with an incomplete body.
  var isComplete: Bool { get }

  /// Whether the body of a redirect that is not followed is needed, where the system delivers it.
  var readsRedirects: Bool { get }

  /// Produces the output.
  ///
  /// - Parameter done: Called once, on any thread.
  func finish(_ done: @escaping @Sendable (Result<Output, any Error>) -> Void)

  /// Releases resources, unless `finish(_:)` was called. May be called several times.
  ///
  /// - Parameter error: The error of the transfer; `nil` if it was cancelled.
  func giveUp(because error: (any Error)?)
}

extension TransferSink {
  package var isSatisfied: Bool { false }

  package var isComplete: Bool { true }

  package var readsRedirects: Bool { false }
}

/// A sink that keeps a body in memory.
final class MemorySink: TransferSink {
  private struct State {
    var data = Data()
    /// The announced number of bytes, or less.
    var expected = 0
  }

  private let state = Locked(State())

  func check(_ response: URLResponse) {}

  func begin(_ response: URLResponse, length: Int64?) -> (before: Int64, total: Int64?) {
    // Limits the memory that a server can claim by announcing a false length.
    let expected = Int(min(max(0, response.expectedContentLength), 1 << 20))
    state.withLock { $0 = State(expected: expected) }
    return (0, length)
  }

  func append(_ part: Data) {
    state.withLock { state in
      if state.data.isEmpty {
        // Often the only part, which needs no copy.
        if part.count >= state.expected { return state.data = part }
        state.data.reserveCapacity(state.expected)
      }
      state.data.append(part)
    }
  }

  func finish(_ done: @escaping @Sendable (Result<Data, any Error>) -> Void) {
    done(.success(state.withLock { $0.data }))
  }

  func giveUp(because error: (any Error)?) { state.withLock { $0 = State() } }
}
