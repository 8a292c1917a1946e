internal import Foundation
internal import Workflows

/// How a call ended without an output, as the function has seen it.
struct RecordedFailure: Codable, Sendable {
  /// The type that a record of this form names.
  static let type = RunStorage.Row.failureType

  /// The place of what the function was told before, which orders this record among the others: it
  /// is written later, once something depends on it.
  var after: String?
  /// The name of the type of the error; `nil` if the call was cancelled.
  let type: String?
  let message: String
  /// The error, if the call names its type.
  let error: Data?

  /// A call that was cancelled on its own, not with its run.
  static let cancelled = RecordedFailure(type: nil, message: "", error: nil)
}

extension RecordedFailure {
  /// The form of an error.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - types: The types that are kept as they are.
  ///   - limit: The maximum size of a record; an error that needs too much of it is kept as text.
  ///   - encode: Encodes an error.
  init(
    _ error: any Error,
    catching types: [any (Error & Codable).Type],
    limit: Int,
    _ encode: (any Encodable) throws -> Data
  ) {
    // In the form of the record, a text and data take more room.
    let longest = min(10_000, limit / 16)
    // The failure of a step inside, which names the error that matters.
    if let failed = error as? StepFailed, !types.contains(where: { $0 == StepFailed.self }) {
      self.init(type: failed.type, message: String(failed.message.prefix(longest)), error: nil)
      return
    }
    let data = types.lazy.compactMap { Self.value(error, as: $0) }.first.flatMap { try? encode($0) }
    self.init(
      type: "\(Swift.type(of: error))",
      message: String("\(error)".prefix(longest)),
      error: data.flatMap { $0.count <= limit / 3 ? $0 : nil }
    )
  }

  /// An error of this very type: a subclass could not be read again.
  private static func value<Value>(_ error: any Error, as type: Value.Type) -> (any Encodable)?
  where Value: Error & Codable {
    Swift.type(of: error) == type ? error as? Value : nil
  }

  /// The error for the function, the same in every execution.
  ///
  /// - Returns: The error; `nil` if the call no longer names its type.
  func error(
    of step: String,
    catching types: [any (Error & Codable).Type],
    _ decode: (any (Error & Codable).Type, Data) throws -> any Error
  ) throws -> (any Error)? {
    guard let type else { return CancellationError() }
    guard let error else { return StepFailed(step: step, type: type, message: message) }
    return try types.first { "\($0)" == type }.map { try decode($0, error) }
  }
}
