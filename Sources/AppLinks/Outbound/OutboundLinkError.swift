/// Why App Link data cannot be put into a URL.
public struct OutboundLinkError: Error, Hashable, Sendable {
  /// What is wrong.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: String { case data, length, url }

    private let kind: Kind

    /// The data holds a number that is not finite, or is nested too deeply.
    public static let dataNotEncodable = Code(kind: .data)

    /// The URL would be longer than allowed.
    public static let tooLong = Code(kind: .length)

    /// The target is no URL.
    public static let notAURL = Code(kind: .url)

    /// One word for it.
    public var description: String { kind.rawValue }
  }

  /// What is wrong.
  public let code: Code

  let message: String
}

extension OutboundLinkError: CustomStringConvertible {
  /// What is wrong, and what would help.
  public var description: String { message }
}
