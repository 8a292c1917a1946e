/// Something odd about a page or a link, told in a way its author can act on.
///
/// Nothing in this module fails because of odd input. What was ignored, repaired or cut is reported
/// with one of these instead.
public struct AppLinkDiagnostic: Sendable, Hashable, Codable {
  /// What kind of oddity it is; stable, for programs.
  public var code: Code

  /// What is wrong and what to do, in a sentence or two; for people, and free to change.
  public var message: String

  /// The line, counted from 1, or `nil` if it has no place in a text.
  public var line: Int?

  /// The column, counted from 1 in bytes of UTF-8, or `nil` if it has no place in a text.
  public var column: Int?

  /// Makes a diagnostic.
  ///
  /// - Parameters:
  ///   - code: What kind of oddity it is.
  ///   - message: What is wrong and what to do.
  ///   - line: The line, counted from 1.
  ///   - column: The column, counted from 1 in bytes of UTF-8.
  public init(code: Code, message: String, line: Int? = nil, column: Int? = nil) {
    self.code = code
    self.message = message
    self.line = line
    self.column = column
  }
}

extension AppLinkDiagnostic {
  /// The kind of a diagnostic, spelt in lower case with hyphens.
  ///
  /// More kinds may be added in any release, so this is not an enumeration.
  public struct Code: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The name, such as `unparsable-web-url`.
    public let rawValue: String

    /// Makes a code of its name.
    ///
    /// - Parameter rawValue: The name, in lower case with hyphens.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The name.
    public var description: String { rawValue }
  }
}
