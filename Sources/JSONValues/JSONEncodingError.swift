/// Why a value cannot be written as JSON.
public struct JSONEncodingError: Error, Hashable, Sendable {
  /// What is wrong.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: String { case number, depth }

    private let kind: Kind

    /// A number is infinite, or not a number.
    public static let nonFiniteNumber = Code(kind: .number)

    /// There are more arrays and objects inside each other than allowed.
    public static let tooDeep = Code(kind: .depth)

    /// One word for it.
    public var description: String { kind.rawValue }
  }

  /// What is wrong.
  public let code: Code

  /// Where in the value it is: names and positions behind a `$` for the whole, as in `$.list[2]`.
  public let path: String

  let detail: String
}

extension JSONEncodingError: CustomStringConvertible {
  /// Where it is, what it is, and what would help.
  public var description: String { "\(path) \(detail)" }
}
