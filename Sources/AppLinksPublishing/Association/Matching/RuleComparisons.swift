/// The comparisons of a URL with the rules of one list, up to the first one that matches.
///
/// Only the first comparisons have messages, because only they are shown.
struct RuleComparisons {
  typealias Step = AssociationAnswer.Step

  /// The maximum number of comparisons that are shown.
  static let maximumSteps = 100

  /// The first comparisons.
  private(set) var steps: [Step] = []

  /// The decisions of rules that match or may match.
  private(set) var possible: Set<AssociationAnswer.Verdict> = []

  /// Reasons why rules are uncertain.
  private(set) var reasons: [String] = []

  /// The rule that matches.
  private(set) var match: AssociationAnswer.RuleReference?

  /// Whether rules are missing because no work was left for them.
  var isCut = false

  /// Adds the result of a comparison.
  ///
  /// - Parameters:
  ///   - result: The result.
  ///   - isExcluded: Whether the rule excludes; `nil` if that is not known.
  ///   - work: The work that is left.
  ///   - message: Returns the rule, and why it does not match. Called only for a comparison that is
  ///     kept.
  mutating func add(
    _ result: MatchResult,
    isExcluded: Bool?,
    _ work: inout MatchWork,
    _ message: () -> (rule: AssociationAnswer.RuleReference, difference: String)
  ) {
    if case .uncertain(let reason) = result, reasons.count < 10, !reasons.contains(reason) {
      reasons.append(reason)
    }
    if result != .no {
      if isExcluded != true { possible.insert(.opens) }
      if isExcluded != false { possible.insert(.excluded) }
    }
    let isFull = steps.count == Self.maximumSteps
    guard result == .yes || !isFull && work.hasRoom else { return }
    work.countMessage()
    let (rule, difference) = message()
    if result == .yes { match = rule }
    if isFull { return }
    let step =
      switch result {
      case .yes: Step(rule: rule, outcome: .matches, reason: "")
      case .no: Step(rule: rule, outcome: .differs, reason: difference)
      case .uncertain(let reason): Step(rule: rule, outcome: .uncertain, reason: reason)
      }
    steps.append(step)
  }
}
