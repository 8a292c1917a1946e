import AppLinksPublishing
import Testing

/// URLs that a rule, or a list of rules, matches, excludes and leaves alone.
///
/// The expectations follow from the documented rules by hand, not from this implementation.
struct RuleVectors: Sendable, CustomTestStringConvertible {
  let rules: String
  let opens: [String]
  let stays: [String]
  let isExcluded: [String]

  init(_ rules: String, opens: [String], stays: [String] = [], excluded: [String] = []) {
    self.rules = rules
    self.opens = opens
    self.stays = stays
    isExcluded = excluded
  }

  var all: [(url: String, verdict: AssociationAnswer.Verdict)] {
    opens.map { ($0, .opens) } + stays.map { ($0, .unmatched) }
      + isExcluded.map { ($0, .excluded) }
  }

  var testDescription: String { rules }
}
