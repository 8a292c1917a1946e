internal import AppLinks

/// The answer to which apps may open a URL, by which rule, and why the others do not.
///
/// ```swift
/// let answer = file.answer(
///   for: "https://example.com/buy/42",
///   at: "example.com"
/// )
/// for app in answer.apps where app.verdict == .opens { print(app.id) }
/// print(answer)
/// ```
///
/// An app that may open a URL does not necessarily do so: it must be installed, and the person can
/// prefer the browser.
public struct AssociationAnswer: Sendable, Hashable {
  /// The system that reads the file.
  public enum Platform: String, Sendable, Hashable {
    /// The systems of Apple, which read `apple-app-site-association`.
    case apple

    /// Android, which reads `assetlinks.json`.
    case android
  }

  /// The decision of a file about an app and a URL.
  public enum Verdict: String, Sendable, Hashable {
    /// The app may open the URL.
    case opens

    /// A rule excludes the URL, so the app does not open it.
    case excluded

    /// No rule matches the URL.
    case unmatched

    /// The file does not connect the installed app with the domain.
    case unverified

    /// Systems are not known to agree, or the file does not contain enough information.
    case uncertain
  }

  /// The system that reads the file.
  public let platform: Platform

  /// The URL.
  public let url: String

  /// The domain of the file.
  public let domain: String

  /// The reason why the file does not apply to the URL, or `nil` if it does.
  public let obstacle: String?

  /// The apps of the file, in its order.
  public let apps: [App]
}

extension AssociationAnswer {
  /// The decision of a file about one app.
  public struct App: Sendable, Hashable {
    /// The application identifier or the package of the app.
    public let id: String

    /// The decision.
    public let verdict: Verdict

    /// The rule that decides, or `nil` if none does.
    public let rule: RuleReference?

    /// The reasons for the decision other than rules, such as an uncertainty.
    public let reasons: [String]

    /// The rules that were compared, in order, at most a hundred of them.
    ///
    /// For a file with many apps, only the first apps have comparisons: those of all apps have at
    /// most 64 KiB of text.
    public let steps: [Step]
  }

  /// The comparison of a URL with one rule.
  public struct Step: Sendable, Hashable {
    /// The result of a comparison.
    public enum Outcome: String, Sendable, Hashable {
      /// The rule matches the URL.
      case matches

      /// A part of the URL does not match.
      case differs

      /// Systems are not known to agree.
      case uncertain
    }

    /// The rule.
    public let rule: RuleReference

    /// The result.
    public let outcome: Outcome

    /// The reason as a phrase, which is empty for a rule that matches.
    public let reason: String
  }

  /// A rule of a file.
  public struct RuleReference: Sendable, Hashable {
    /// The place of the rule in the file, such as `details[0].components[2]`.
    public let subject: String

    /// The rule as JSON on one line, shortened and safe to display.
    public let text: String

    /// Whether the rule excludes the URLs that match, so that the app does not open them.
    public let isExcluded: Bool

    /// The line of the file, counted from 1, or `nil` if the rule was not parsed.
    public let line: Int?

    /// The index of the entry with the rule, for Apple's systems, which stop at the first match.
    var entry: Int?
  }
}
