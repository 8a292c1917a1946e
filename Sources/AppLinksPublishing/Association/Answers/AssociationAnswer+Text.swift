internal import AppLinks

extension AssociationAnswer: CustomStringConvertible {
  /// The answer as text for people, of several lines.
  ///
  /// The wording can change in any release.
  public var description: String {
    let devices = platform == .apple ? "Apple devices" : "Android"
    let link = shown(url, maximumLength: 200)
    var lines = ["\(link), on \(devices), by the file of \(shown(domain)):"]
    if let obstacle { return lines[0] + "\n  No app opens it: \(obstacle)." }
    if apps.isEmpty { lines.append("  No app opens it: the file connects no app with the domain.") }
    var size = 0
    var count = 0
    for app in apps.prefix(50) where size < MatchWork.maximumText {
      let linesOfApp = app.lines
      lines += linesOfApp
      size += linesOfApp.reduce(0) { $0 + $1.utf8.count }
      count += 1
    }
    if apps.count > count { lines.append("  … and \(apps.count - count) more apps.") }
    return lines.joined(separator: "\n")
  }
}

extension AssociationAnswer.App: CustomStringConvertible {
  /// The decision as text for people, of several lines.
  ///
  /// The wording can change in any release.
  public var description: String { lines.joined(separator: "\n") }

  fileprivate var lines: [String] {
    var lines = ["  \(AppleApplicationID.asWritten(id)) \(verdictText)."]
    lines += reasons.map { "    \(Self.sentence($0))" }
    let others = steps.filter { $0.rule != rule || $0.outcome != .matches }
    lines += others.prefix(10).map { "    \(Self.sentence($0.description))" }
    if others.count > 10 { lines.append("    \(others.count - 10) more rules were compared.") }
    return lines
  }

  private static func sentence(_ phrase: String) -> String {
    phrase.prefix(1).uppercased() + phrase.dropFirst() + "."
  }

  private var verdictText: String {
    let by = rule.map { ": \($0)" } ?? ""
    return switch verdict {
    case .opens: "may open it\(by)"
    case .excluded: "does not open it, a rule excludes it\(by)"
    case .unmatched: "does not open it: no rule matches"
    case .unverified: "does not open it: the file does not verify the app"
    case .uncertain: "may or may not open it, which is uncertain"
    }
  }
}

extension AssociationAnswer.Step: CustomStringConvertible {
  /// The comparison as a phrase.
  ///
  /// The wording can change in any release.
  public var description: String {
    switch outcome {
    case .matches: "\(rule) matches"
    case .differs: "\(rule) does not match: \(reason)"
    case .uncertain: "\(rule) may match: \(reason)"
    }
  }
}

extension AssociationAnswer.RuleReference: CustomStringConvertible {
  /// The rule with its place.
  ///
  /// The wording can change in any release.
  public var description: String {
    (line.map { "line \($0), " } ?? "") + "\(subject) \(text)"
  }
}
