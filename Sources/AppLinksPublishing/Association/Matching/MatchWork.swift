/// The work for one answer, which is limited for any file and any URL.
struct MatchWork: Sendable {
  /// The reason of comparisons for which no steps are left.
  static let exhausted = "the file is too large to decide"

  /// The maximum number of messages about comparisons.
  static let maximumMessages = 1_000

  /// The maximum number of bytes of the messages of all apps.
  static let maximumText = 64 << 10

  /// The steps of comparisons.
  var budget = MatchBudget()

  /// The number of comparisons that were written as messages.
  private(set) var messages = 0

  /// The number of bytes of the messages of all apps.
  private(set) var text = 0

  /// Whether messages still have room.
  var hasRoom: Bool { text < Self.maximumText && messages < Self.maximumMessages }

  /// Counts a message that is made.
  mutating func countMessage() { messages += 1 }

  /// Returns the first steps for which there is room.
  mutating func fitting(_ steps: [AssociationAnswer.Step]) -> [AssociationAnswer.Step] {
    var count = 0
    for step in steps {
      let size = step.rule.text.utf8.count + step.rule.subject.utf8.count + step.reason.utf8.count
      guard text + size <= Self.maximumText else {
        text = Self.maximumText
        break
      }
      text += size
      count += 1
    }
    return count == steps.count ? steps : Array(steps.prefix(count))
  }
}
