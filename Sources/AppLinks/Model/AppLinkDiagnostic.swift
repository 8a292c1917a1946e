/// An irregularity of a page or a link, described so that its author can act on it.
///
/// Irregular input never causes a failure in this module. Everything that is ignored, repaired or
/// cut off is reported as a diagnostic.
public struct AppLinkDiagnostic: Sendable, Hashable, Codable {
  /// The kind of the diagnostic, stable across releases.
  public var code: Code

  /// A message for people that says what is wrong and what to do.
  ///
  /// The wording can change in any release.
  public var message: String

  /// The line, counted from 1, or `nil` if the diagnostic has no position in a text.
  public var line: Int?

  /// The column, counted from 1 in UTF-8 bytes, or `nil` if the diagnostic has no position in a
  /// text.
  public var column: Int?

  /// Creates a diagnostic.
  ///
  /// - Parameters:
  ///   - code: The kind of the diagnostic.
  ///   - message: What is wrong and what to do.
  ///   - line: The line, counted from 1.
  ///   - column: The column, counted from 1 in UTF-8 bytes.
  public init(code: Code, message: String, line: Int? = nil, column: Int? = nil) {
    self.code = code
    self.message = message
    self.line = line
    self.column = column
  }
}

extension AppLinkDiagnostic {
  /// The kind of a diagnostic, in lowercase with hyphens.
  ///
  /// You can compare it with a literal, as in `finding.code == "dead-end"`.
  ///
  /// The type is not an enumeration, because any release can add kinds. `LintExplanation` in
  /// `AppLinksPublishing` explains each one.
  public struct Code: RawRepresentable, ExpressibleByStringLiteral, Sendable, Hashable, Codable,
    CustomStringConvertible
  {
    /// The name, such as `unparsable-web-url`.
    public let rawValue: String

    /// Creates a code with a name.
    ///
    /// - Parameter rawValue: The name, in lowercase with hyphens.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Creates a code with a name.
    ///
    /// - Parameter value: The name, in lowercase with hyphens.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// The name.
    public var description: String { rawValue }
  }
}
