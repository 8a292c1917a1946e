import AppLinksPublishing
import Testing

/// A rule that a system documents, and URLs for which it decides.
struct DocumentedRule: Sendable, CustomTestStringConvertible {
  /// Where the rule is stated.
  enum Source: String, Sendable, CaseIterable {
    case associatedDomains = "Apple: Supporting associated domains"
    case details = "Apple: applinks.Details"
    case components = "Apple: applinks.Details.Components"
    case defaults = "Apple: applinks.Defaults"
    case variables = "Apple: applinks.SubstitutionVariables"
    case session717 = "Apple: What's New in Universal Links, WWDC 2019"
    case session10098 = "Apple: What's new in Universal Links, WWDC 2020"
    case searchGuide = "Apple: App Search Programming Guide, Support Universal Links"
    case swcutil = "Apple: swcutil of a beta of macOS 27, observed in September 2026"
    case dynamicLinks = "Android: Dynamic App Links"
    case associations = "Android: Configure website associations"
    case verification = "Android: Verify App Links"
    case manifest = "Android: the data element of a manifest"
    case statementList = "Google: Digital Asset Links, statement lists"
    case android15 = "Android 15: UriRelativeFilter and PatternMatcher, its sources"

    var isOfApple: Bool { rawValue.hasPrefix("Apple") }
  }

  typealias Verdict = AssociationAnswer.Verdict

  let source: Source
  /// The rule in short words.
  let says: String
  /// URLs and the verdicts about them.
  let cases: [(url: String, verdict: Verdict)]
  let answer: @Sendable (_ url: String) -> AssociationAnswer

  var testDescription: String { "\(source.rawValue): \(says)" }

  /// Creates a rule of Apple.
  ///
  /// - Parameters:
  ///   - source: Where the rule is stated.
  ///   - says: The rule.
  ///   - rules: The members of an entry, or the elements of its `components`.
  ///   - more: Members of `applinks`.
  ///   - opens: Paths that the app opens, or whole URLs, as those of the other parameters.
  ///   - stays: Those for which no rule matches.
  ///   - excluded: Those that a rule excludes.
  ///   - uncertain: Those for which the rule is not enough.
  /// - Returns: The rule.
  static func apple(
    _ source: Source,
    _ says: String,
    _ rules: String,
    with more: String = #""substitutionVariables":{"food":["pizza","sushi"]}"#,
    opens: [String] = [],
    stays: [String] = [],
    excluded: [String] = [],
    uncertain: [String] = []
  ) -> DocumentedRule {
    let rules = rules.hasPrefix("{") ? #""components":[\#(rules)]"# : rules
    let text =
      #"{"applinks":{\#(more),"details":[{"appIDs":["ABCDE12345.com.example.app"],\#(rules)}]}}"#
    return DocumentedRule(
      source: source,
      says: says,
      cases: all(opens, stays, excluded, uncertain),
      answer: { AppleAppSiteAssociation(parsing: text).answer(for: $0, at: "example.com") }
    )
  }

  /// Creates a rule about dynamic rules of Android.
  static func android(
    _ source: Source,
    _ says: String,
    _ rules: String,
    app: AndroidApp = app(),
    release: Int = 15,
    opens: [String] = [],
    stays: [String] = [],
    excluded: [String] = [],
    uncertain: [String] = []
  ) -> DocumentedRule {
    let file = links(statement(rules: rules))
    return DocumentedRule(
      source: source,
      says: says,
      cases: all(opens, stays, excluded, uncertain),
      answer: { app.answer(for: $0, files: ["example.com": file], release: release) }
    )
  }

  /// Creates a rule about the statements of files, which let an app open a URL or do not.
  static func android(
    _ source: Source,
    _ says: String,
    files: [String: AssetLinks],
    app: AndroidApp = app(),
    release: Int = 15,
    opens: [String] = [],
    unverified: [String] = [],
    stays: [String] = []
  ) -> DocumentedRule {
    DocumentedRule(
      source: source,
      says: says,
      cases: all(opens, stays, [], []) + unverified.map { (whole($0), .unverified) },
      answer: { app.answer(for: $0, files: files, release: release) }
    )
  }

  private static func all(
    _ opens: [String],
    _ stays: [String],
    _ excluded: [String],
    _ uncertain: [String]
  ) -> [(url: String, verdict: Verdict)] {
    opens.map { (whole($0), .opens) } + stays.map { (whole($0), .unmatched) }
      + excluded.map { (whole($0), .excluded) } + uncertain.map { (whole($0), .uncertain) }
  }

  private static func whole(_ url: String) -> String {
    url.contains("://") ? url : "https://example.com" + url
  }
}
