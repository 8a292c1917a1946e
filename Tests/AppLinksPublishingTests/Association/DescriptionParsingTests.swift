import AppLinksPublishing
import Testing

@Suite struct DescriptionParsingTests {
  @Test func allMembersAreRead() throws {
    let text = """
      {"apps": [
        {"apple_id": "ABCDE12345.com.example.shop", "package": "com.example.shop",
         "fingerprints": ["\(Fingerprint.play)"], "opens": ["/buy/*", "/about"],
         "excludes": ["/buy/help/*"], "shares_credentials": true},
        {"package": "com.example.lite", "fingerprints": ["\(Fingerprint.play)"], "opens": ["*"]}
      ]}
      """
    let description = try AssociationDescription(parsing: text)
    #expect(
      description
        == AssociationDescription(apps: [
          .init(
            appleID: "ABCDE12345.com.example.shop",
            package: "com.example.shop",
            fingerprints: [Fingerprint.play],
            opens: [.folder("/buy"), .page("/about")],
            excludes: [.folder("/buy/help")],
            sharesCredentials: true
          ),
          .init(package: "com.example.lite", fingerprints: [Fingerprint.play]),
        ])
    )
  }

  @Test(
    arguments: [
      ("[]", "1:1: the description is not an object."),
      ("{}", "1:1: the description needs 'apps', an array of objects."),
      (#"{"apps": [7]}"#, "1:11: apps[0] is not an object."),
      (#"{"apps": [{}]}"#, "1:11: apps[0] needs 'apple_id', 'package', or both."),
      (#"{"apps": [{"apple_id": 7}]}"#, "1:24: apps[0].apple_id is not a string."),
      (
        "{\"apps\": [\n  {\"package\": \"a.b\", \"opens\": [1]}]}",
        "2:32: apps[0].opens is not an array of strings."
      ),
      (
        #"{"apps": [{"package": "a.b", "package": "a.c"}]}"#,
        "1:30: apps[0] has 'package' twice."
      ),
      (
        #"{"apps": [{"package": "a.b", "shares_credentials": "yes"}]}"#,
        "1:52: apps[0].shares_credentials is not true or false."
      ),
    ]
  )
  func mistakesHaveAPlace(_ text: String, _ expected: String) {
    let error = #expect(throws: AssociationDescriptionError.self) {
      _ = try AssociationDescription(parsing: text)
    }
    #expect(error?.description == expected)
  }

  @Test func aNameThatIsNotKnownIsRefused() {
    let error = #expect(throws: AssociationDescriptionError.self) {
      _ = try AssociationDescription(parsing: #"{"apps": [{"pakage": "a.b"}]}"#)
    }
    #expect(error?.description.hasPrefix("1:12: apps[0] has the name 'pakage'") == true)
  }

  @Test func whatIsNotJSONIsRefusedWithItsPlace() {
    let error = #expect(throws: AssociationDescriptionError.self) {
      _ = try AssociationDescription(parsing: "{\"apps\": [\n  {]}")
    }
    #expect(error?.description.contains("line 2, column 4") == true)
  }
}
