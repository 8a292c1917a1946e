/// The result of comparing a text with a pattern.
enum MatchResult: Sendable, Hashable {
  case yes
  case no

  /// Some systems could decide in another way, for a reason that ends a sentence.
  case uncertain(String)

  /// Compares with the usual reading, and with each other reading that the comparison requests.
  ///
  /// - Parameters:
  ///   - budget: The remaining steps. The result is uncertain if they do not suffice.
  ///   - compare: A comparison in a reading, which adds the readings that could matter.
  /// - Returns: The result.
  static func comparing(
    _ budget: inout MatchBudget,
    _ compare: (_ reading: Reading, _ relevant: inout Reading, _ budget: inout MatchBudget) -> Bool
  ) -> MatchResult {
    var relevant: Reading = []
    let usual = compare([], &relevant, &budget)
    var others = relevant.each
    if others.count > 1 { others.append(relevant) }
    for reading in others {
      var ignored: Reading = []
      if compare(reading, &ignored, &budget) != usual, !budget.isExhausted {
        let reasons = reading.each.count == 1 ? reading : relevant
        return .uncertain(reasons.each.map(\.reason).joined(separator: ", and "))
      }
    }
    if budget.isExhausted { return .uncertain(MatchWork.exhausted) }
    return usual ? .yes : .no
  }
}

/// The number of steps that comparisons may take.
///
/// Files and URLs come from outside, so their length alone must not decide how long an answer
/// takes.
struct MatchBudget: Sendable {
  /// The steps for one answer: enough for thousands of rules and an ordinary URL.
  ///
  /// A step takes about 10 ns.
  static let steps = 1_000_000

  /// The steps for a rule besides those for its patterns.
  static let rule = 40

  private(set) var left: Int

  init(_ steps: Int = MatchBudget.steps) { left = steps }

  var isExhausted: Bool { left < 0 }

  /// Takes steps.
  ///
  /// - Returns: Whether enough steps were left.
  mutating func take(_ steps: Int) -> Bool {
    guard left >= 0 else { return false }
    left -= steps
    return left >= 0
  }
}
