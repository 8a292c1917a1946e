public import AppLinks

/// Something that the author of a page, or of a description, should know.
public struct LintFinding: Sendable, Hashable, Codable {
  /// What kind of finding it is; stable, for programs.
  ///
  /// <doc:LintingPages> lists them.
  public var code: AppLinkDiagnostic.Code

  /// How bad it is.
  public var severity: Severity

  /// What is wrong, in a sentence, for people.
  ///
  /// Text from the page is shortened and safe to show on one line.
  public var message: String

  /// What to do about it, in a sentence, for people.
  public var advice: String

  /// What it is about: a property such as `al:ios:url`, or a part of a description such as
  /// `targets[0].url`.
  public var subject: String?

  /// The line of the page, counted from 1, or `nil` if it has no place in a page.
  public var line: Int?

  /// The column, counted from 1 in bytes of UTF-8, or `nil` if it has no place in a page.
  public var column: Int?

  /// Makes a finding.
  ///
  /// - Parameters:
  ///   - code: What kind of finding it is.
  ///   - severity: How bad it is.
  ///   - message: What is wrong.
  ///   - advice: What to do about it.
  ///   - subject: What it is about.
  ///   - line: The line of the page, counted from 1.
  ///   - column: The column, counted from 1 in bytes of UTF-8.
  package init(
    code: AppLinkDiagnostic.Code,
    severity: Severity,
    message: String,
    advice: String,
    subject: String? = nil,
    line: Int? = nil,
    column: Int? = nil
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.advice = advice
    self.subject = subject
    self.line = line
    self.column = column
  }
}

extension LintFinding {
  /// How bad a finding is; the greatest is the worst.
  public enum Severity: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// Nothing is wrong, but something could be better.
    case note

    /// Some readers, or some devices, get something else than the author may think.
    case warning

    /// A tag does not do what it is there for.
    case error

    /// Whether one severity is less bad than another one.
    ///
    /// - Parameters:
    ///   - left: One severity.
    ///   - right: Another one.
    /// - Returns: Whether `left` is less bad.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }
}

extension LintFinding: CustomStringConvertible {
  /// The finding on one line, in the form of a compiler's messages.
  ///
  /// For example `3:1: error: al:ios:url: 'a b' is not a URL. Escape what …. [unparsable-url]`.
  public var description: String {
    var text = ""
    if let line { text += "\(line):\(column ?? 1): " }
    text += "\(severity.rawValue): "
    if let subject { text += "\(subject): " }
    return text + "\(message) \(advice) [\(code)]"
  }
}
