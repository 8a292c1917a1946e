/// A decision by the first rule that matches, where some comparisons may be uncertain.
struct AssociationDecision {
  typealias Answer = AssociationAnswer

  private static let maximumSteps = 100

  private var possible: [Answer.Verdict] = []
  private var rule: Answer.RuleReference?
  private var reasons: [String] = []
  private var steps: [Answer.Step] = []

  /// Whether a rule has decided, so that no further rule counts.
  private(set) var isDecided = false

  /// Adds reasons why the decision is uncertain, regardless of the rules.
  mutating func add(doubts: [String]) {
    if doubts.isEmpty { return }
    possible.append(.uncertain)
    add(reasons: doubts)
  }

  private mutating func add(reasons more: [String]) {
    for reason in more where reasons.count < 10 && !reasons.contains(reason) {
      reasons.append(reason)
    }
  }

  /// Decides without a rule that the app may open the URL.
  mutating func open() {
    possible.append(.opens)
    isDecided = true
  }

  /// Adds the comparisons with the rules of one list.
  ///
  /// - Parameters:
  ///   - list: The comparisons, in order.
  ///   - doubt: A reason why some systems may not see the list.
  mutating func add(_ list: [Answer.Step], doubt: String? = nil) {
    steps += list.prefix(Self.maximumSteps - steps.count)
    for step in list where step.outcome != .differs {
      let verdict: Answer.Verdict = step.rule.isExcluded ? .excluded : .opens
      possible.append(verdict)
      if step.outcome == .uncertain {
        add(reasons: [step.reason])
        continue
      }
      if let doubt {
        add(reasons: [doubt])
      } else {
        isDecided = true
        rule = step.rule
      }
      return
    }
  }

  /// Returns the decision about an app.
  ///
  /// - Parameters:
  ///   - id: The app.
  ///   - doubt: A reason why the file may not apply to the URL at all.
  /// - Returns: The decision.
  func app(_ id: String, doubt: String? = nil) -> Answer.App {
    var verdicts = Set(possible)
    if !isDecided { verdicts.insert(.unmatched) }
    if doubt != nil { verdicts.insert(.unmatched) }
    let verdict = verdicts.count == 1 ? verdicts.first ?? .uncertain : .uncertain
    return Answer.App(
      id: id,
      verdict: verdict,
      rule: verdict == .opens || verdict == .excluded ? rule : nil,
      reasons: verdict == .uncertain ? (doubt.map { [$0] } ?? []) + reasons : [],
      steps: steps
    )
  }
}
