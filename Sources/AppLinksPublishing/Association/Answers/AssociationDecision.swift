/// A decision by the first rule that matches, where some comparisons may be uncertain.
struct AssociationDecision {
  typealias Answer = AssociationAnswer

  private var possible: Set<Answer.Verdict> = []
  private var rule: Answer.RuleReference?
  private var reasons: [String] = []
  private var steps: [Answer.Step] = []

  /// Whether a rule has decided, so that no further rule counts.
  private(set) var isDecided = false

  /// Adds reasons why the decision is uncertain, regardless of the rules.
  mutating func add(doubts: [String]) {
    if doubts.isEmpty { return }
    possible.insert(.uncertain)
    add(reasons: doubts)
  }

  private mutating func add(reasons more: [String]) {
    for reason in more {
      if reasons.count >= 10 { return }
      if !reasons.contains(reason) { reasons.append(reason) }
    }
  }

  /// Decides without a rule that the app may open the URL.
  mutating func open() {
    possible.insert(.opens)
    isDecided = true
  }

  /// Adds the comparisons with the rules of one list.
  ///
  /// - Parameters:
  ///   - list: The comparisons, in order.
  ///   - doubt: A reason why some systems may not see the list.
  mutating func add(_ list: RuleComparisons, doubt: String? = nil) {
    steps += list.steps.prefix(RuleComparisons.maximumSteps - steps.count)
    possible.formUnion(list.possible)
    add(reasons: list.reasons)
    if list.isCut {
      possible.insert(.uncertain)
      reasons = [MatchWork.exhausted] + reasons.filter { $0 != MatchWork.exhausted }
    }
    guard let match = list.match else { return }
    if let doubt {
      add(reasons: [doubt])
    } else {
      isDecided = true
      rule = match
    }
  }

  /// Returns the decision about an app.
  ///
  /// - Parameters:
  ///   - id: The app.
  ///   - doubt: A reason why the file may not apply to the URL at all.
  ///   - work: The work that is left, which limits the comparisons that are shown.
  /// - Returns: The decision.
  func app(_ id: String, doubt: String? = nil, _ work: inout MatchWork) -> Answer.App {
    var verdicts = possible
    if !isDecided { verdicts.insert(.unmatched) }
    if doubt != nil { verdicts.insert(.unmatched) }
    let verdict = verdicts.count == 1 ? verdicts.first ?? .uncertain : .uncertain
    return Answer.App(
      id: id,
      verdict: verdict,
      rule: verdict == .opens || verdict == .excluded ? rule : nil,
      reasons: verdict == .uncertain ? (doubt.map { [$0] } ?? []) + reasons : [],
      steps: work.fitting(steps)
    )
  }
}
