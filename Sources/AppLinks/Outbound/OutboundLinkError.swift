/// An error that describes why App Link data cannot be added to a URL.
public struct OutboundLinkError: Error, Hashable, Sendable {
  /// The kind of the error.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: String { case data, length, url }

    private let kind: Kind

    /// The data contains a number that is not finite, or is nested too deeply.
    public static let dataNotEncodable = Code(kind: .data)

    /// The URL would exceed the maximum length.
    public static let tooLong = Code(kind: .length)

    /// The target is not a URL.
    public static let notAURL = Code(kind: .url)

    /// A word that names the kind.
    public var description: String { kind.rawValue }
  }

  /// The kind of the error.
  public let code: Code

  let message: String
}

extension OutboundLinkError: CustomStringConvertible {
  /// A message that says what is wrong and what to do.
  public var description: String { message }
}
