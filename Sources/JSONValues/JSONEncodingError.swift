/// An error that indicates why a value cannot be encoded as JSON.
public struct JSONEncodingError: Error, Hashable, Sendable {
  /// The kind of the error.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: String { case number, depth }

    private let kind: Kind

    /// A number is infinite or NaN.
    public static let nonFiniteNumber = Code(kind: .number)

    /// Arrays and objects are nested more deeply than the limit allows.
    public static let tooDeep = Code(kind: .depth)

    /// The name of the kind.
    public var description: String { kind.rawValue }
  }

  /// The kind of the error.
  public let code: Code

  /// The path to the part of the value that cannot be encoded, such as `$.list[2]`.
  public let path: String

  let detail: String
}

extension JSONEncodingError: CustomStringConvertible {
  /// The path, the problem, and the remedy.
  public var description: String { "\(path) \(detail)" }
}
