internal import Foundation
internal import Futures

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Where the body of a response goes.
///
/// All calls come from one serial queue.
protocol TransferSink<Output>: Sendable {
  associatedtype Output: Sendable

  /// Prepares for the body of a response.
  ///
  /// - Returns: How much of the body was there before.
  func begin(_ response: URLResponse) throws -> Int64

  /// Takes the next part of the body.
  func append(_ data: Data) throws

  /// Gives what became of the body.
  func finish() throws -> Output

  /// Lets go of what is needed no more; the transfer failed.
  func giveUp()
}

/// Keeps a body in memory.
final class MemorySink: TransferSink {
  private let data = Locked(Data())

  func begin(_ response: URLResponse) -> Int64 {
    let expected = response.expectedContentLength
    data.withLock { data in
      data = Data()
      // Saves most of the copying, and a server that only boasts gets no more than this.
      if expected > 0 { data.reserveCapacity(Int(min(expected, 1 << 20))) }
    }
    return 0
  }

  func append(_ part: Data) { data.withLock { $0.append(part) } }

  func finish() -> Data { data.withLock { $0 } }

  func giveUp() { data.withLock { $0 = Data() } }
}
