import AppLinksPublishing
import Testing

@Suite struct AppleAnswerTests {
  private func file(_ entries: String, _ more: String = "") -> AppleAppSiteAssociation {
    AppleAppSiteAssociation(parsing: #"{"applinks":{\#(more)"details":[\#(entries)]}}"#)
  }

  private func entry(_ rules: String, _ app: String = "a") -> String {
    #"{"appIDs":["ABCDE12345.\#(app)"],"components":[\#(rules)]}"#
  }

  private func verdict(_ rules: String, _ path: String) -> AssociationAnswer.App? {
    file(entry(rules)).answer(for: "https://e.com" + path, at: "e.com").apps.first
  }

  @Test func saysWhichAppOpensByWhichRuleAndWhyNotTheOthers() {
    let file = AppleAppSiteAssociation(
      parsing: """
        {"applinks": {"details": [
          {"appIDs": ["ABCDE12345.com.example.shop"], "components": [
            {"/": "/help/*", "exclude": true},
            {"/": "/buy/*", "?": {"id": "?*"}}
          ]},
          {"appIDs": ["ABCDE12345.com.example.help"], "components": [{"/": "/help/*"}]}
        ]}}
        """
    )
    let answer = file.answer(for: "https://example.com/buy/42?id=7", at: "example.com")
    #expect(
      answer.description == """
        https://example.com/buy/42?id=7, on Apple devices, by the file of example.com:
          ABCDE12345.com.example.shop may open it: line 4, details[0].components[1] \
        {"/":"/buy/*","?":{"id":"?*"}}.
            Line 3, details[0].components[0] {"/":"/help/*","exclude":true} does not match: \
        the path '/buy/42' does not match '/help/*'.
          ABCDE12345.com.example.help does not open it: no rule matches.
            Line 6, details[1].components[0] {"/":"/help/*"} does not match: the path '/buy/42' \
        does not match '/help/*'.
        """
    )
    let help = file.answer(for: "https://example.com/help/1", at: "example.com")
    #expect(help.apps.map(\.verdict) == [.excluded, .opens])
    #expect(help.apps[0].rule?.line == 3)
  }

  @Test(
    arguments: [
      (#"{"/":"/a/../b"}"#, "/b"), (#"{"/":"/b"}"#, "/a/../b"), (#"{"/":"/a/b"}"#, "/a//b"),
      (#"{"/":"/$(none)"}"#, "/a"), (#"{"/":"/$(lang)"}"#, "/haw"), (#"{"/":"/$(region)"}"#, "/XK"),
      (#"{"/":"/É","caseSensitive":false,"percentEncoded":false}"#, "/%C3%A9"),
      (#"{"/":"/?","percentEncoded":false}"#, "/e%CC%81"),
      (#"{"/":"/*","percentEncoded":false}"#, "/%zz"), (#"{"/":"/é"}"#, "/é"),
      (#"{"?":{"A":"1"},"caseSensitive":false}"#, "/?a=1"),
      (#"{"?":{"a":"1&b=2"},"percentEncoded":false}"#, "/?a=1%26b=2"),
      (#"{"/":5}"#, "/"), (#"{"/":"/a","exclude":"yes"}"#, "/a"), (#"{"?":5}"#, "/"),
      (#"{"/":"/a","/":"/a"}"#, "/a"), (#""/a""#, "/a"), (#"{"/":"/a","/":"/b"}"#, "/a"),
      (#"{"/":"/a","exclude":"true"},{"/":"*"}"#, "/a"),
      (#"{"/":"/a","exclude":1},{"/":"*"}"#, "/a"),
      (#"{"/":"/a","exclude":true,"exclude":false},{"/":"*"}"#, "/a"),
      (#"{"/":"/A","caseSensitive":"false"}"#, "/a"), (#"{"/":"*/buy"}"#, "/buy"),
      (#"{"/":"/*/"}"#, "/"), (#"{"/":"/*/"}"#, "/a"), (#"{"/":"/a?/"}"#, "/ab"),
      (#"{"/":"/a b","percentEncoded":0}"#, "/a%20b"),
    ] as [(String, String)]
  )
  func isUncertainWithAReason(_ rules: String, _ path: String) {
    let app = verdict(rules, path)
    #expect(app?.verdict == .uncertain)
    #expect(app?.reasons.isEmpty == false)
  }

  @Test(
    arguments: [
      (#"{"/":"/x/../b"}"#, "/c", .unmatched), (#"{"/":"/*"}"#, "/a//../b", .opens),
      (#"{"/":"/x/$(none)"}"#, "/a", .unmatched), (#"{"/":"/$(none)"},{"/":"/a"}"#, "/a", .opens),
      (##"{"/":5,"#":"x"}"##, "/", .unmatched),
      (#"{"/":"/é*","percentEncoded":false}"#, "/%C3%A9", .opens),
      (#"{"/":"/a//b"},{"/":"*"}"#, "/a/b", .opens),
      (#"{"/":"/a","exclude":"true"},{"/":"*"}"#, "/b", .opens),
      (#"{"/":"/a","caseSensitive":"false"}"#, "/b", .unmatched),
      (#"{"/":"*/buy"}"#, "/a/buy", .opens), (#"{"/":"/a/*/"}"#, "/b", .unmatched),
    ] as [(String, String, AssociationAnswer.Verdict)]
  )
  func isCertainIfEveryReadingAgrees(
    _ rules: String,
    _ path: String,
    _ expected: AssociationAnswer.Verdict
  ) {
    #expect(verdict(rules, path)?.verdict == expected)
  }

  @Test(
    arguments: [
      #""defaults":5,"details":[GOOD]"#, #""details":[GOOD,5]"#, #""details":[5,GOOD]"#,
      #""substitutionVariables":[],"details":[GOOD]"#,
      #""substitutionVariables":{"a":"b"},"details":[GOOD]"#,
      #""substitutionVariables":{"a":["b",5]},"details":[GOOD]"#,
      #""details":[{"appIDs":["ABCDE12345.a"],"defaults":5,"components":[{"/":"*"}]}]"#,
      #""details":[{"appIDs":["ABCDE12345.a",5],"components":[{"/":"*"}]}]"#,
      #""details":[{"appIDs":["ABCDE12345.a"],"appID":5,"components":[{"/":"*"}]}]"#,
      #""details":[{"appIDs":5,"appID":"ABCDE12345.a","components":[{"/":"*"}]}]"#,
      #""details":[{"appIDs":["ABCDE12345.a"],"components":[{"/":"*"},5]}]"#,
      #""details":[{"appIDs":["ABCDE12345.a"],"paths":["*",5]}]"#,
      #""details":[{"appIDs":["ABCDE12345.a"],"paths":"*"}]"#,
      #""defaults":{"exclude":"true"},"details":[GOOD]"#,
    ]
  )
  func aValueOfTheWrongTypeIsUncertain(_ members: String) {
    let good = #"{"appIDs":["ABCDE12345.a"],"components":[{"/":"*"}]}"#
    let file = AppleAppSiteAssociation(
      parsing: #"{"applinks":{\#(members.replacing("GOOD", with: good))}}"#
    )
    #expect(file.findings.contains { $0.code == .wrongType })
    let app = file.answer(for: "https://e.com/", at: "e.com").apps.first { $0.id == "ABCDE12345.a" }
    #expect(app?.verdict == .uncertain && app?.reasons.isEmpty == false)
  }

  @Test(
    arguments: [
      ("https://e.com/", "e.com", true), ("HTTPS://E.COM/", "e.com", true),
      ("http://e.com", "E.com", true), ("https://w.e.com/", "e.com", false),
      ("https://w.e.com/", "*.e.com", true), ("https://a.w.e.com/", "*.e.com", true),
      ("https://e.com/", "*.e.com", false), ("https://xe.com/", "*.e.com", false),
      ("shop://e.com/", "e.com", false), ("/a", "e.com", false), ("", "e.com", false),
      ("https:e.com", "e.com", false), ("https:///", "e.com", false),
    ] as [(String, String, Bool)]
  )
  func theHostHasToBeOfTheDomain(_ url: String, _ domain: String, _ isOf: Bool) {
    let answer = file(entry("{}")).answer(for: url, at: domain)
    #expect((answer.obstacle == nil) == isOf)
    #expect(answer.apps.map(\.verdict) == (isOf ? [.opens] : []))
  }

  @Test(
    arguments: [
      "https://u@e.com/a", "https://e.com:443/a", "https://e.com:/a", "https://e.com./a",
    ]
  )
  func aUserOrAPortIsUncertain(_ url: String) {
    #expect(file(entry("{}")).answer(for: url, at: "e.com").apps.map(\.verdict) == [.uncertain])
    let other = file(entry(#"{"/":"/b"}"#)).answer(for: url, at: "e.com")
    #expect(other.apps.map(\.verdict) == [.unmatched])
  }

  @Test func anAppOfSeveralEntriesHasAllTheirRules() {
    let read = file(entry(#"{"/":"/a"}"#) + "," + entry("{}", "b") + "," + entry(#"{"/":"/c"}"#))
    let answer = read.answer(for: "https://e.com/c", at: "e.com")
    #expect(answer.apps.map(\.id) == ["ABCDE12345.a", "ABCDE12345.b"])
    #expect(answer.apps.map(\.verdict) == [.opens, .opens])
    #expect(answer.apps[0].rule?.subject == "details[2].components[0]")
  }

  @Test func anAppThatOnlyOneSpellingNamesIsUncertain() {
    let read = file(
      #"{"appID":"ABCDE12345.a","appIDs":["ABCDE12345.a","ABCDE12345.b"],"components":[{}]}"#
    )
    let answer = read.answer(for: "https://e.com/", at: "e.com")
    #expect(answer.apps.map(\.verdict) == [.opens, .uncertain])
  }

  @Test func patternsThatWouldGoBackForeverTakeBoundedTime() {
    let pattern = String(repeating: "*a", count: 20_000)
    let url = "https://e.com/" + String(repeating: "a", count: 30_000) + "b"
    let read = file(entry(#"{"/":"\#(pattern)"},{"/":"/\#(pattern)"}"#))
    let answer = read.answer(for: url, at: "e.com")
    #expect(answer.apps.map(\.verdict) == [.uncertain])
    let short = "https://e.com/" + String(repeating: "a", count: 60) + "b"
    let small = file(entry(#"{"/":"\#(String(repeating: "*a", count: 30))"}"#))
    #expect(small.answer(for: short, at: "e.com").apps.map(\.verdict) == [.unmatched])
  }

  @Test func listsThatMultiplyTakeBoundedTime() {
    let list = (0..<5_000).map { #""*\#($0)""# }.joined(separator: ",")
    let rules = Array(repeating: #"{"/":"/$(x)$(x)$(x)$(x)"}"#, count: 1_000)
    let read = file(
      entry(rules.joined(separator: ",")),
      #""substitutionVariables":{"x":[\#(list)]},"#
    )
    let answer = read.answer(
      for: "https://e.com/" + String(repeating: "1", count: 999),
      at: "e.com"
    )
    #expect(answer.apps.map(\.verdict) == [.uncertain])
  }
}
