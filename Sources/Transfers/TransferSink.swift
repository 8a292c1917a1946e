package import Foundation
internal import Futures

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// Where the body of a response goes.
///
/// All calls come from one serial queue, but for `giveUp(because:)`, which may come at any time.
package protocol TransferSink<Output>: Sendable {
  associatedtype Output: Sendable

  /// Looks at a response before anybody else does, whatever its status.
  ///
  /// - Throws: What the transfer shall fail with.
  func check(_ response: URLResponse) throws

  /// Prepares for the body of a response.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - length: The length of the body that comes, if that is known.
  /// - Returns: How much of the whole was there before, and how long the whole is, if that is
  ///   known.
  /// - Throws: What the transfer shall fail with.
  func begin(_ response: URLResponse, length: Int64?) throws -> (before: Int64, total: Int64?)

  /// Takes the next part of the body.
  func append(_ data: Data) throws

  /// Whether nothing more is needed, so that the transfer ends here and succeeds.
  ///
  /// Asked after `begin(_:length:)` and after each part.
  var isSatisfied: Bool { get }

  /// Gives what became of the body.
  ///
  /// - Parameter done: Called once, here or elsewhere.
  func finish(_ done: @escaping @Sendable (Result<Output, any Error>) -> Void)

  /// Lets go of what is needed no more, unless `finish(_:)` was called; may be called more than
  /// once.
  ///
  /// - Parameter error: Why the transfer failed; `nil` if it was cancelled.
  func giveUp(because error: (any Error)?)
}

extension TransferSink {
  package var isSatisfied: Bool { false }
}

/// Keeps a body in memory.
final class MemorySink: TransferSink {
  private let data = Locked(Data())

  func check(_ response: URLResponse) {}

  func begin(_ response: URLResponse, length: Int64?) -> (before: Int64, total: Int64?) {
    let expected = response.expectedContentLength
    data.withLock { data in
      data = Data()
      // Saves most of the copying, and a server that only boasts gets no more than this.
      if expected > 0 { data.reserveCapacity(Int(min(expected, 1 << 20))) }
    }
    return (0, length)
  }

  func append(_ part: Data) { data.withLock { $0.append(part) } }

  func finish(_ done: @escaping @Sendable (Result<Data, any Error>) -> Void) {
    done(.success(data.withLock { $0 }))
  }

  func giveUp(because error: (any Error)?) { data.withLock { $0 = Data() } }
}
