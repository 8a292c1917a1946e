public import AppLinks

/// A finding about a page or a description, for its author.
public struct LintFinding: Sendable, Hashable, Codable {
  /// The kind of the finding, stable across releases.
  ///
  /// <doc:LintingPages> lists all codes.
  public var code: AppLinkDiagnostic.Code

  /// The severity of the finding.
  public var severity: Severity

  /// A sentence for people that says what is wrong.
  ///
  /// Text from the page is shortened and safe to display on one line.
  public var message: String

  /// A sentence for people that says what to do.
  public var advice: String

  /// The subject of the finding: a property such as `al:ios:url`, or a part of a description such
  /// as `targets[0].url`.
  public var subject: String?

  /// The line of the page, counted from 1, or `nil` if the finding has no position.
  public var line: Int?

  /// The column, counted from 1 in UTF-8 bytes, or `nil` if the finding has no position.
  public var column: Int?

  /// The text to write instead of the wrong one, or `nil` if there is no suggestion.
  ///
  /// The text is a whole tag or a part of a file, ready to paste. It can contain text of the page
  /// that is not safe to display. A new finding has none.
  public var correction: String?

  /// Creates a finding.
  ///
  /// - Parameters:
  ///   - code: The kind of the finding.
  ///   - severity: The severity of the finding.
  ///   - message: What is wrong.
  ///   - advice: What to do.
  ///   - subject: The subject of the finding.
  ///   - line: The line of the page, counted from 1.
  ///   - column: The column, counted from 1 in UTF-8 bytes.
  public init(
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

  /// Creates a finding with the severity and, unless it has its own, the advice of an explanation.
  init(
    _ code: AppLinkDiagnostic.Code,
    _ explanation: LintExplanation?,
    _ message: String,
    _ advice: String?
  ) {
    self.init(
      code: code,
      severity: explanation?.severity ?? .warning,
      message: message,
      advice: advice ?? explanation?.advice ?? ""
    )
  }
}

extension LintFinding {
  /// The severity of a finding.
  ///
  /// The most severe value is the greatest.
  public enum Severity: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// Nothing is wrong, but something can be improved.
    case note

    /// The result on some devices or for some readers can differ from what the author intends.
    case warning

    /// A tag does not have the intended effect.
    case error

    /// Returns whether a severity is lower than another.
    ///
    /// - Parameters:
    ///   - left: A severity.
    ///   - right: Another severity.
    /// - Returns: Whether `left` is lower than `right`.
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
  /// The finding on one line, in the format of compiler messages.
  ///
  /// An example is `3:1: error: al:ios:url: 'a b' is not a URL. Escape what …. [unparsable-url]`.
  public var description: String {
    var text = ""
    if let line { text += "\(line):\(column ?? 1): " }
    text += "\(severity.rawValue): "
    if let subject { text += "\(subject): " }
    return text + "\(message) \(advice) [\(code)]"
  }
}
