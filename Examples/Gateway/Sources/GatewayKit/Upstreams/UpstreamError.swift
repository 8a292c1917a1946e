import Foundation
import Futures
import NIOCore

/// The error of a call to an upstream.
package enum UpstreamError: Error, Hashable, Sendable {
  /// The upstream answered with a status that is no success.
  case status(Int)
  /// There was no answer, for this reason.
  case unreachable(String)
  /// There was no answer in time.
  case late(Duration)
  /// The answer could not be read.
  case unreadable
  /// The answer has more bytes than this.
  case tooLarge(maximum: Int)
  /// No mirror answered; the errors in the order of the mirrors.
  case noMirror([UpstreamError])
  /// The call was cancelled.
  case cancelled

  /// Whether the same call may succeed when it is made again.
  package var isTransient: Bool {
    switch self {
    case .status(let status): status >= 500
    case .unreachable: true
    case .late, .unreadable, .tooLarge, .noMirror, .cancelled: false
    }
  }

  /// Decodes the answer of an upstream.
  ///
  /// - Parameters:
  ///   - type: What the answer contains.
  ///   - bytes: The answer.
  /// - Returns: The decoded answer.
  /// - Throws: ``unreadable`` if it contains something else.
  static func decode<Answer: Decodable>(
    _ type: Answer.Type,
    from bytes: ByteBuffer
  ) throws(UpstreamError) -> Answer {
    do {
      return try JSONDecoder().decode(type, from: Data(bytes.readableBytesView))
    } catch {
      throw .unreadable
    }
  }
}

extension UpstreamError: CustomStringConvertible {
  /// What happened.
  package var description: String {
    switch self {
    case .status(let status): "the upstream answered \(status)"
    case .unreachable(let reason): "the upstream could not be reached: \(reason)"
    case .late(let limit): "no answer within \(limit)"
    case .unreadable: "the answer of the upstream could not be read"
    case .tooLarge(let maximum): "the answer of the upstream has more than \(maximum) bytes"
    case .noMirror(let errors):
      "no mirror answered: " + errors.map(\.description).joined(separator: "; ")
    case .cancelled: "cancelled"
    }
  }
}

// Lets futures with this error type be cancelled.
extension UpstreamError: CancellationRepresentable {
  package static var cancellation: UpstreamError { .cancelled }
  package var isCancellation: Bool { self == .cancelled }
}

/// Returns whether an error says that work was cancelled.
///
/// - Parameter error: The error of either ``PageHandler``.
/// - Returns: Whether it represents cancellation.
package func isCancellation(_ error: any Error) -> Bool {
  (error as? any CancellationRepresentable)?.isCancellation ?? false
}
