import AppLinksPublishing
import Testing

@Suite struct AssociationVectorTests {
  @Test(arguments: RuleVectors.apple)
  func rulesOfAppleDecide(_ vectors: RuleVectors) {
    check(vectors, #""components":[\#(vectors.rules)]"#)
  }

  @Test(arguments: RuleVectors.applePathsStyle)
  func pathsOfAppleDecide(_ vectors: RuleVectors) {
    check(vectors, #""paths":[\#(vectors.rules)]"#)
  }

  private func check(_ vectors: RuleVectors, _ rules: String) {
    let file = AppleAppSiteAssociation(
      parsing: #"{"applinks":{"substitutionVariables":{"food":["pizza","sushi","pie-?","pie-"]},"#
        + #""details":[{"appIDs":["ABCDE12345.com.example.app"],\#(rules)}]}}"#
    )
    for (path, verdict) in vectors.all {
      let answer = file.answer(for: "https://example.com" + path, at: "example.com")
      #expect(answer.apps.map(\.verdict) == [verdict], "\(answer)")
    }
  }
}

extension AssociationVectorTests {
  @Test(arguments: RuleVectors.android)
  func rulesOfAndroidDecide(_ vectors: RuleVectors) {
    let file = links(statement(rules: vectors.rules))
    for (path, verdict) in vectors.all {
      let answer = file.answer(for: "https://example.com" + path, at: "example.com")
      #expect(answer.apps.map(\.verdict) == [verdict], "\(answer)")
    }
  }

  @Test func thereAreThreeHundredVectors() {
    let all = RuleVectors.apple + RuleVectors.applePathsStyle + RuleVectors.android
    #expect(all.map(\.all.count).reduce(0, +) >= 300)
  }
}
