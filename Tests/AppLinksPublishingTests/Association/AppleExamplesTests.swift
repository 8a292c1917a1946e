import AppLinksPublishing
import Testing

/// Compares answers with examples of Apple's documentation, of its tool, and of its forum.
@Suite struct AppleExamplesTests {
  @Test(arguments: AppleExample.all)
  func examplesHaveTheVerdictsOfApple(_ example: AppleExample) {
    let app = example.answer.apps.first
    #expect(app?.verdict ?? .unmatched == example.verdict, "\(example.answer)")
  }

  @Test func thereAreAsManyAsInTheTable() {
    #expect(Set(AppleExample.all.map(\.number)) == Set(1...66))
  }
}

/// A row of the table of examples.
struct AppleExample: Sendable, CustomTestStringConvertible {
  let number: Int
  let file: String
  let url: String
  let verdict: AssociationAnswer.Verdict

  /// Creates an example with one rule.
  init(_ number: Int, _ rule: String, _ path: String, _ verdict: AssociationAnswer.Verdict) {
    self.init(number, details: #""components":[\#(rule)]"#, path, verdict)
  }

  /// Creates an example with the rules of an entry, and other members of `applinks`.
  init(
    _ number: Int,
    details: String,
    applinks: String = #""substitutionVariables":{"food":["pizza","sushi"]}"#,
    host: String = "example.com",
    _ path: String,
    _ verdict: AssociationAnswer.Verdict
  ) {
    self.number = number
    file =
      #"{"applinks":{\#(applinks),"details":[{"appIDs":["ABCDE12345.com.example.app"],"#
      + #"\#(details)}]}}"#
    url = "https://\(host)\(path)"
    self.verdict = verdict
  }

  var answer: AssociationAnswer {
    AppleAppSiteAssociation(parsing: file).answer(for: url, at: "example.com")
  }

  var testDescription: String { "\(number): \(url), \(file)" }
}
