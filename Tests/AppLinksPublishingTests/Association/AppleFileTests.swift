import AppLinks
import AppLinksPublishing
import Testing

@Suite struct AppleFileTests {
  private func file(_ text: String) -> AppleAppSiteAssociation {
    AppleAppSiteAssociation(parsing: text)
  }

  @Test func readsEveryGeneration() {
    let first = file(#"{"applinks":{"apps":[],"details":{"ABCDE12345.b":{"paths":["/b"]}}}}"#)
    #expect(first.entries.map(\.appIDs) == [["ABCDE12345.b"]])
    let second = file(#"{"applinks":{"apps":[],"details":[{"appID":"ABCDE12345.b","paths":[]}]}}"#)
    #expect(second.entries.map(\.style) == [.paths])
    let third = file(
      #"{"applinks":{"details":[{"appIDs":["ABCDE12345.b"],"components":[{"/":"/b"}]}]}}"#
    )
    #expect(third.entries[0].rules.map(\.path) == ["/b"])
    #expect(first.findings + second.findings + third.findings == [])
  }

  @Test func readsAllOfARule() {
    let read = file(
      """
      {"applinks": {
        "defaults": {"caseSensitive": false},
        "substitutionVariables": {"food": ["pizza"]},
        "details": [{"appIDs": ["ABCDE12345.b"], "defaults": {"percentEncoded": false}, "components": [
          {"/": "/a", "?": {"b": "c"}, "#": "d", "exclude": true, "comment": "e"},
          {"?": "f"}]}]},
       "webcredentials": {"apps": ["ABCDE12345.w"]},
       "appclips": {"apps": ["ABCDE12345.b.Clip"]},
       "activitycontinuation": {"apps": ["ABCDE12345.c"]}}
      """
    )
    #expect(read.findings == [])
    var expected = AppleAppSiteAssociation(
      entries: [
        .init(
          appIDs: ["ABCDE12345.b"],
          rules: [
            .init(
              path: "/a",
              query: .items(["b": "c"]),
              fragment: "d",
              isExcluded: true,
              comment: "e"
            ), .init(query: .text("f")),
          ],
          defaults: .init(isPercentEncoded: false)
        )
      ],
      defaults: .init(isCaseSensitive: false),
      substitutionVariables: ["food": ["pizza"]],
      webCredentials: ["ABCDE12345.w"],
      appClips: ["ABCDE12345.b.Clip"],
      activityContinuation: ["ABCDE12345.c"]
    )
    #expect(read.entries[0].rules.map(\.line) == [5, 6])
    #expect(read.entries[0].line == 4)
    // Only the lines are not part of a file that is written.
    #expect(read.entries[0].rules.map(\.path) == expected.entries[0].rules.map(\.path))
    expected.entries = read.entries
    #expect(read == expected)
  }

  @Test(
    arguments: [
      ("{", "1:2 not-json"), (" <!doctype html>", "1:1 html-instead-of-json"),
      ("\u{FEFF}{}", "1:1 byte-order-mark; 1:4 $ no-applinks-details"), ("[]", "1:1 $ wrong-type"),
      ("{}", "1:1 $ no-applinks-details"), (#"{"webcredentials":{"apps":["ABCDE12345.w"]}}"#, ""),
      (#"{"webcredentials":{"apps":["a"]}}"#, "1:28 webcredentials.apps malformed-application-id"),
      (#"{"applinks":{}}"#, "1:13 applinks no-applinks-details"),
      (#"{"appLinks":{}}"#, "1:1 $ no-applinks-details; 1:2 $ misspelt-name"),
      (#"{"webcredentials":5}"#, "1:1 $ no-applinks-details; 1:19 webcredentials wrong-type"),
      (#"{"webcredentials":{}}"#, "1:1 $ no-applinks-details"),
      (#"{"applinks":5}"#, "1:13 applinks wrong-type"),
      (#"{"applinks":{"details":5}}"#, "1:24 applinks.details wrong-type"),
      (#"{"applinks":{"details":[5]}}"#, "1:25 applinks.details[0] wrong-type"),
      (
        #"{"applinks":{"defaults":5,"details":[]}}"#,
        "1:25 applinks.defaults wrong-type"
      ),
      (
        #"{"applinks":{"apps":["a"],"details":[]}}"#,
        "1:21 applinks.apps apps-not-empty"
      ),
    ] as [(String, String)]
  )
  func aFileIsChecked(_ text: String, _ expected: String) {
    #expect(file(text).findings.map(short).joined(separator: "; ") == expected)
  }

  @Test(
    arguments: [
      (#""components":[{"/":"*"}]"#, "catch-all-rule"), (#""components":[{}]"#, "catch-all-rule"),
      (#""components":[{"/":"/a/*"},{"/":"/a/b","exclude":true}]"#, "unreachable-rule"),
      (#""components":[{"/":"/a/b","exclude":true},{"/":"/a/*"}]"#, ""),
      (##""components":[{"/":"/a/*","#":"x"},{"/":"/a/b"}]"##, ""),
      (#""components":[{"/":"/#/a"}]"#, "fragment-in-path"),
      (#""components":[{"/":"/a?id=*"}]"#, "query-in-path"),
      (#""components":[{"/":"/id/????"}]"#, ""),
      (#""components":[{"/":"/a b"}]"#, "impossible-pattern"),
      (#""components":[{"/":"/a b","percentEncoded":false}]"#, ""),
      (#""components":[{"?":{"a":true}}]"#, "catch-all-rule,non-string-query"),
      (#""components":[{"/":"/$(food)"}]"#, "undefined-variable"),
      (#""components":[{"/":"/$(lang)/$(own)"}]"#, ""),
      (#""components":[{"/":"/a","casesensitive":false}]"#, "misspelt-name"),
      (#""components":[{"/":"/a","/":"/b"}]"#, "duplicate-name"),
      (#""components":[{"/":5}]"#, "wrong-type"), (#""components":["/a"]"#, "wrong-type"),
      (#""components":{}"#, "wrong-type"), (#""paths":["NOT/a"]"#, "malformed-not"),
      (#""paths":["not /a"]"#, "malformed-not"), (#""paths":["NOT /a"]"#, ""),
      (#""components":[],"paths":[]"#, "components-and-paths"), (#""a":1"#, "no-rules"),
      (#""appID":"ABCDE12345.x","components":[]"#, "both-app-ids"),
      (#""appID":5,"components":[]"#, "both-app-ids,wrong-type"),
      (#""components":[],"defaults":5"#, "wrong-type"),
    ] as [(String, String)]
  )
  func anEntryIsChecked(_ members: String, _ codes: String) {
    let read = file(
      #"{"applinks":{"substitutionVariables":{"own":[]},"details":[{"appIDs":["ABCDE12345.b"],"#
        + "\(members)}]}}"
    )
    #expect(read.findings.map(\.code.rawValue).joined(separator: ",") == codes)
  }

  @Test(arguments: ["abc", "ABCDE1234.b", "abcde12345.b", "ABCDE12345.", "ABCDE12345.*", ""])
  func anIdentifierOfAnotherFormIsReported(_ id: String) {
    let read = file(#"{"applinks":{"details":[{"appIDs":["\#(id)"],"components":[]}]}}"#)
    #expect(read.findings.map(\.code) == [.malformedApplicationID])
  }

  @Test(
    arguments: [
      (#"{"own$":[]}"#, "malformed-variable"), (#"{"a":["$(b)"]}"#, "malformed-variable"),
      (#"{"lang":["en"]}"#, "built-in-variable"), (#"{"a":"b"}"#, "wrong-type"),
      (#"[]"#, "wrong-type"),
    ] as [(String, String)]
  )
  func listsAreChecked(_ lists: String, _ code: String) {
    let read = file(#"{"applinks":{"substitutionVariables":\#(lists),"details":[]}}"#)
    #expect(read.findings.map(\.code.rawValue) == [code])
  }

  @Test func aSignedMessageIsNotReadAndItsAuthorLearnsWhy() {
    let beginning: [UInt8] = [0x30, 0x82, 0x01, 0x00, 0x06, 0x09]
    let signedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
    let json = #"{"applinks":{"details":[{"appIDs":["ABCDE12345.b"],"components":[{"/":"*"}]}]}}"#
    let read = AppleAppSiteAssociation(parsing: beginning + signedData + Array(json.utf8))
    #expect(read.findings.map(\.code) == [.signedFile])
    #expect(read.findings.first?.severity == .error)
    #expect(read.findings.first?.advice.contains("Serve the JSON") == true)
    #expect(read.answer(for: "https://e.com/buy", at: "e.com").obstacle != nil)
  }

  @Test func sizesAreLimited() {
    let spaces = String(repeating: " ", count: 128 << 10)
    #expect(file(#"{"applinks":{"details":[]}}"# + spaces).findings.map(\.code) == [.fileTooLarge])
    let huge = file(String(repeating: "[", count: 1 << 20 + 1))
    #expect(huge.findings.map(short) == ["file-too-large"])
    #expect(file(String(repeating: "[", count: 128 << 10)).findings.map(\.code) == [.notJSON])
    let entry = #"{"appIDs":["ABCDE12345.b"],"components":["#
    let rules = Array(repeating: #"{"?":"a"}"#, count: 10_001).joined(separator: ",")
    let many = file(#"{"applinks":{"details":[\#(entry)\#(rules)]}]}}"#)
    #expect(many.entries[0].rules.count == 10_000)
    #expect(many.findings.map(\.code).contains(.associationLimit))
    let answer = many.answer(for: "https://e.com/", at: "e.com")
    #expect(answer.apps.map(\.verdict) == [.uncertain])
    #expect(answer.apps[0].steps.count == 100)
    let apps = Array(repeating: #""ABCDE12345.b""#, count: 2_001).joined(separator: ",")
    let crowd = file(#"{"applinks":{"details":[{"appIDs":[\#(apps)],"components":[]}]}}"#)
    #expect(crowd.findings.map(\.code) == [.associationLimit])
    #expect(crowd.entries[0].appIDs.count == 2_000)
    let wrong = Array(repeating: "5", count: 5_000).joined(separator: ",")
    #expect(file(#"{"applinks":{"details":[\#(wrong)]}}"#).findings.count == 101)
  }

  @Test(arguments: LintExplanation.associationFiles)
  func everyCodeIsExplainedOnce(_ explanation: LintExplanation) {
    let same = (LintExplanation.all + LintExplanation.associationFiles)
      .filter { $0.code == explanation.code }
    #expect(same.count == 1)
    #expect(explanation.summary.hasSuffix(".") && explanation.advice.hasSuffix("."))
  }

  @Test(
    arguments: [
      // The end of Branch's standard file.
      (#""paths":["NOT /e/*","*","/"]"#, false),
      (#""components":[{"/":"/e/*","exclude":true},{"/":"*"},{"/":"/"}]"#, false),
      (#""paths":["NOT *","/"]"#, true), (#""paths":["*","NOT /"]"#, true),
      (#""paths":["*","/socks"]"#, true),
    ]
  )
  func theRootAfterEverythingIsNoUnreachableRule(_ rules: String, _ isUnreachable: Bool) {
    let file = AppleAppSiteAssociation(
      parsing: #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.shop"],\#(rules)}]}}"#
    )
    #expect(file.findings.contains { $0.code == .unreachableRule } == isUnreachable)
  }
}
