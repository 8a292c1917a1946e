/// An error that indicates why a value cannot be encoded as JSON.
public struct JSONEncodingError: Error, Hashable, Sendable {
  /// The kind of the error.
  package enum Code: Hashable, Sendable {
    /// A number is infinite or NaN.
    case nonFiniteNumber
    /// Arrays and objects are nested more deeply than the limit allows.
    case tooDeep
  }

  /// The kind of the error.
  package let code: Code

  /// The path to the part of the value that cannot be encoded, such as `$.list[2]`.
  public let path: String

  let detail: String
}

extension JSONEncodingError: CustomStringConvertible {
  /// The path, the problem, and the remedy.
  public var description: String { "\(path) \(detail)" }
}
