import AppLinks
import AppLinksPublishing
import Testing

@Suite struct AssetLinksTests {
  private func codes(_ text: String) -> String {
    AssetLinks(parsing: text).findings.map(\.code.rawValue).joined(separator: ",")
  }

  @Test func readsStatementsAndTheirRules() {
    let rules = ##"{"/":"/a","?":{"b":"c"},"#":"d","exclude":true,"comments":"e"},{"/":"*"}"##
    let file = AssetLinks(
      parsing: """
        [
          \(statement(rules: rules)),
          {"relation": ["delegate_permission/common.get_login_creds"],
           "target": {"namespace": "web", "site": "https://shop.example"}}
        ]
        """
    )
    #expect(file.findings == [])
    #expect(file.statements.map(\.line) == [2, 3])
    #expect(file.statements[1].target == .site("https://shop.example"))
    #expect(file.statements[0].rules?.count == 2)
    #expect(file.statements[0].rules?[0].query == ["b": "c"])
    #expect(file.statements[0].rules?[0].isExcluded == true)
  }

  @Test(
    arguments: [
      ("", "not-json"), ("[]", "no-handle-all-urls"), ("{}", "not-statement-list"),
      ("[{}]", "no-handle-all-urls,broken-statement"),
      ("[5]", "no-handle-all-urls,broken-statement"),
      ("[\(statement()),]", "not-json"), ("[\(statement()),{}]", "broken-statement"),
      (#"[{"include":"http://e.com/a"}]"#, "no-handle-all-urls,insecure-include"),
      (#"[{"include":"https://e.com/a","relation":[]}]"#, "no-handle-all-urls,mixed-include"),
      (#"[{"include":"https://e.com/a","other":1}]"#, ""),
      (#"[{"include":5}]"#, "no-handle-all-urls,wrong-type"),
      ("[\(statement(fingerprints: ""))]", "no-handle-all-urls,no-fingerprint"),
      ("[\(statement(fingerprints: "5"))]", "no-handle-all-urls,wrong-type"),
      ("[\(statement(package: "a b"))]", "no-handle-all-urls,malformed-target"),
      ("[\(statement(relation: "a/b"))]", "no-handle-all-urls"),
      (
        "[\(statement(relation: "delegate_permission/common.handle_all_urls "))]",
        "no-handle-all-urls,malformed-relation"
      ),
    ] as [(String, String)]
  )
  func aFileIsChecked(_ text: String, _ expected: String) { #expect(codes(text) == expected) }

  @Test(
    arguments: [
      ("https://e.com", true), ("http://e.com:8080", true), ("https://e.com/", false),
      ("e.com", false), ("https://", false), ("https://u@e.com", false), ("https://e.com?", false),
    ] as [(String, Bool)]
  )
  func aSiteHasNoPath(_ site: String, _ isRight: Bool) {
    let text =
      #"[\#(statement()),{"relation":["a/b"],"target":{"namespace":"web","site":"\#(site)"}}]"#
    #expect(codes(text) == (isRight ? "" : "malformed-target"))
  }

  @Test(
    arguments: [
      (#"{"/":""}"#, "malformed-dynamic-rule"), (#"{"/":5}"#, "malformed-dynamic-rule"),
      (#"{"?":{}}"#, "malformed-dynamic-rule"), (#"{"?":{"a":1}}"#, "malformed-dynamic-rule"),
      (#"{"?":"a=1"}"#, "malformed-dynamic-rule"), ("5", "malformed-dynamic-rule"),
      (#"{"exclude":"true","/":"*"}"#, "malformed-dynamic-rule"), ("{}", "empty-dynamic-rule"),
      (#"{"/":"/a","exclude":true}"#, "only-exclusions"), (#"{"/":"/a/*?"}"#, "double-wildcard"),
      (#"{"/":"*"},{"/":"/a"}"#, "unreachable-rule"), (#"{"/":"/#/a"}"#, "fragment-in-path"),
      (#"{"/":"a"}"#, "impossible-pattern"), (#"{"/":"buy/*"}"#, "impossible-pattern"),
      (#"{"/":"?a"}"#, ""), (#"{"/":"*a"}"#, ""),
      (#"{"/":"/a"},{"/":"*"}"#, ""), ("", ""),
    ] as [(String, String)]
  )
  func rulesAreChecked(_ rules: String, _ expected: String) {
    #expect(codes("[\(statement(rules: rules))]") == expected)
  }

  @Test func oneMalformedRuleDropsAll() {
    let file = links(statement(rules: #"{"/":"/a"},{"/":""}"#))
    #expect(file.statements.map(\.rules) == [nil])
    let answer = file.answer(for: "https://e.com/b", at: "e.com")
    #expect(answer.verdict == .opens)
    let none = links(statement(rules: ""))
    #expect(none.answer(for: "https://e.com/b", at: "e.com").verdict == .opens)
  }

  @Test func earlierReleasesHaveNoRules() {
    let file = links(statement(rules: #"{"/":"/a"}"#))
    #expect(file.answer(for: "https://e.com/b", at: "e.com", release: 14).verdict == .opens)
    #expect(file.answer(for: "https://e.com/b", at: "e.com").verdict == .unmatched)
  }

  @Test(
    arguments: [
      (#"{"/":"/a/*?"}"#, "/a/b"), (#"{"?":{"a":"1 2"}}"#, "/?a=1+2"), (#"{"?":{"a":"*"}}"#, "/?a"),
      (#"{"/":"/"}"#, ""), (#"{"/":"/?"}"#, "/%F0%9F%98%80"), (#"{"/":"/*"}"#, "/%FF"),
      // Values of the wrong type, in a rule that matches and in one that does not.
      (#"{"/":"/b","exclude":"true"}"#, "/b"), (#"{"/":"/b","exclude":1}"#, "/a"),
      (#"{"/":5}"#, "/b"), (##"{"/":"/b","#":true}"##, "/b"), (#"{"?":{"a":1}}"#, "/b?a=1"),
      (#"{"?":["a"]}"#, "/b"), ("5", "/b"), (#"{"/":"/b"},null"#, "/b"),
    ] as [(String, String)]
  )
  func isUncertainWithAReason(_ rule: String, _ path: String) {
    let file = links(statement(rules: rule))
    let answer = file.answer(for: "https://e.com" + path, at: "e.com")
    #expect(answer.verdict == .uncertain)
    #expect(answer.apps[0].reasons.isEmpty == false)
    // No earlier release reads rules.
    let before = file.answer(for: "https://e.com" + path, at: "e.com", release: 14)
    #expect(before.verdict == .opens)
  }

  @Test(arguments: ["https://u@e.com/a", "https://e.com:8443/a", "https://e.com./a"])
  func aURLWithMoreThanAHostIsUncertain(_ url: String) {
    #expect(links(statement()).answer(for: url, at: "e.com").verdict == .uncertain)
  }

  @Test func rulesInTwoStatementsAreUncertain() {
    let file = links(statement(rules: #"{"/":"/a"}"#), statement(rules: #"{"/":"/b"}"#))
    #expect(file.findings.map(\.code) == [.repeatedDynamicRules])
    #expect(file.answer(for: "https://e.com/a", at: "e.com").verdict == .uncertain)
  }

  @Test func oneMalformedFingerprintMakesItsStatementUncertain() {
    let file = links(statement(fingerprints: #""\#(Fingerprint.play)","AB""#))
    #expect(file.answer(for: "https://e.com/a", at: "e.com").verdict == .uncertain)
    let number = links(statement(fingerprints: #""\#(Fingerprint.play)",5"#))
    #expect(number.answer(for: "https://e.com/a", at: "e.com").verdict == .uncertain)
  }

  @Test func aFingerprintInLowercaseIsCorrected() {
    let file = links(statement(fingerprints: #""\#(Fingerprint.play.lowercased())""#))
    #expect(file.findings.map(\.code) == [.noHandleAllURLs, .malformedFingerprint])
    #expect(file.findings.last?.advice == "Write '\(Fingerprint.play)'.")
  }

  @Test func anIncludedFileIsNoLongerAnInclude() {
    let first = links(#"{"include":"https://example.com/a.json"}"#)
    #expect(first.includes == ["https://example.com/a.json"])
    let whole = first.including(["https://example.com/a.json": links(statement())])
    #expect(whole.includes == [])
  }

  @Test func saysWhyAnAppDoesNotOpen() {
    let file = AssetLinks(parsing: "[\n\(statement(rules: #"{"/":"/p1"}"#))]")
    #expect(
      file.answer(for: "https://example.com/p2", at: "example.com").description == """
        https://example.com/p2, on Android, by the file of example.com:
          com.example.app does not open it: no rule matches.
            Line 2, [0].dynamic_app_link_components[0] {"/":"/p1"} does not match: the path '/p2' \
        does not match '/p1'.
        """
    )
    let answer = app().answer(for: "https://example.com/p2", files: [:])
    #expect(answer.description.contains("'example.com' has no usable file."))
  }

  @Test func patternsTakeBoundedTime() {
    let pattern = String(repeating: "*a", count: 20_000)
    let doubled = String(repeating: "**a", count: 20_000)
    for pattern in [pattern, doubled] {
      let file = links(statement(rules: #"{"/":"\#(pattern)"}"#))
      let url = "https://e.com/" + String(repeating: "a", count: 30_000) + "b"
      _ = file.answer(for: url, at: "e.com")
    }
  }
}
