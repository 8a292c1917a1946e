import AppLinksPublishing
import TestSupport
import Testing

@Suite struct AssociationWritingTests {
  @Test func writesBothFiles() throws {
    let description = AssociationDescription(apps: [
      .init(
        appleID: "ABCDE12345.com.example.shop",
        package: "com.example.shop",
        fingerprints: [Fingerprint.play],
        opens: [.folder("/buy/"), .page("/red%20socks")],
        excludes: [.folder("/buy/help")],
        sharesCredentials: true
      )
    ])
    #expect(
      try description.appleFile().encoded()
        == #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.shop"],"components":["#
        + #"{"/":"/buy/help/*","exclude":true},{"/":"/buy/*"},{"/":"/red%20socks"}]}]},"#
        + #""webcredentials":{"apps":["ABCDE12345.com.example.shop"]}}"#
    )
    let android = try description.androidFile()
    #expect(
      android.statements[0].rules?.map(\.path) == [
        "/buy/help", "/buy/help/*", "/buy", "/buy/*", "/red socks", "/red socks/",
      ]
    )
    #expect(android.statements[0].relations.count == 2)
  }

  @Test(arguments: PropertySeed.seeds(100, of: "descriptions"))
  func whatIsWrittenIsReadAndMeansTheSame(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let names = ["a", "b", "aa", "c%20d", "e.f"]
    func path(_ random: inout SeededRandom) -> String {
      (0..<Int.random(in: 1...3, using: &random))
        .map { _ in "/" + (names.randomElement(using: &random) ?? "a") }.joined()
    }
    func places(_ range: ClosedRange<Int>) -> [AssociationDescription.Place] {
      (0..<Int.random(in: range, using: &random)).map { _ in
        switch Int.random(in: 0..<5, using: &random) {
        case 0: .everything
        case 1, 2: .page(path(&random))
        default: .folder(path(&random))
        }
      }
    }
    let description = AssociationDescription(apps: [
      .init(
        appleID: "ABCDE12345.com.example.app",
        package: "com.example.app",
        fingerprints: [Fingerprint.play],
        opens: places(0...3),
        excludes: places(0...2)
      )
    ])
    let apple = try description.appleFile()
    let readApple = AppleAppSiteAssociation(parsing: apple.encoded())
    #expect(readApple.encoded() == apple.encoded())
    #expect(readApple.findings.allSatisfy { $0.severity < .error })
    let android = try description.androidFile()
    let readAndroid = AssetLinks(parsing: android.encoded())
    #expect(readAndroid.encoded() == android.encoded())
    for _ in 0..<10 {
      let path = path(&random) + (Bool.random(using: &random) ? "/" : "")
      let url = "https://example.com\(path)?x=1"
      let expected = description.apps[0].opens(path)
      for answer in [
        readApple.answer(for: url, at: "example.com"),
        readAndroid.answer(for: url, at: "example.com"),
      ] {
        #expect(answer.apps.count == 1)
        #expect((answer.apps[0].verdict == .opens) == expected, "\(description): \(answer)")
        #expect(answer.apps[0].verdict != .uncertain)
      }
    }
  }

  @Test(
    arguments: [
      .init(appleID: "com.example"), .init(appleID: "ABCDE12345.a", opens: [.page("a")]),
      .init(appleID: "ABCDE12345.a", opens: [.folder("/a*")]),
      .init(appleID: "ABCDE12345.a", opens: [.page("/a b")]),
    ] as [AssociationDescription.App]
  )
  func refusesWhatAppleCannotRead(_ app: AssociationDescription.App) {
    let description = AssociationDescription(apps: [app])
    #expect(throws: AssociationDescriptionError.self) { try description.appleFile() }
  }

  @Test(
    arguments: [
      .init(package: "a b", fingerprints: [Fingerprint.play]), .init(package: "a.b"),
      .init(package: "a.b", fingerprints: ["a1"]),
      .init(package: "a.b", fingerprints: [Fingerprint.play], opens: [.page("/%2A")]),
      .init(package: "a.b", fingerprints: [Fingerprint.play], opens: [.page("/%FF")]),
    ] as [AssociationDescription.App]
  )
  func refusesWhatAndroidCannotRead(_ app: AssociationDescription.App) {
    let description = AssociationDescription(apps: [app])
    #expect(throws: AssociationDescriptionError.self) { try description.androidFile() }
  }

  @Test func theRootIsAPageAndAFolder() throws {
    let root: [AssociationDescription.Place] = [.page("/"), .folder("/")]
    let description = AssociationDescription(apps: [
      .init(appleID: "ABCDE12345.a", opens: root),
      .init(package: "a.b", fingerprints: [Fingerprint.play], opens: root),
    ])
    let apple = try description.appleFile()
    #expect(apple.entries.map(\.appIDs) == [["ABCDE12345.a"]])
    #expect(apple.entries[0].rules.map(\.path) == ["/", "/*"])
    let android = try description.androidFile()
    #expect(android.statements.count == 1)
    #expect(android.statements[0].rules?.map(\.path) == ["/", "*"])
  }

  @Test func anEntryOfPathsAndListsSurvives() {
    var file = AppleAppSiteAssociation(
      entries: [
        .init(
          appIDs: ["ABCDE12345.a"],
          rules: [.init(path: "/a", isExcluded: true), .init(path: "*")],
          style: .paths
        ),
        .init(
          appIDs: ["ABCDE12345.b", "ABCDE12345.c"],
          rules: [.init(query: .items(["a": "b"]), fragment: "c", comment: "d")],
          defaults: .init(isPercentEncoded: false)
        ),
      ],
      defaults: .init(isCaseSensitive: false),
      substitutionVariables: ["food": ["pizza"]],
      appClips: ["ABCDE12345.b.Clip"],
      activityContinuation: ["ABCDE12345.b"]
    )
    let read = AppleAppSiteAssociation(parsing: file.encoded())
    #expect(read.encoded() == file.encoded())
    #expect(read.entries.map(\.appIDs) == file.entries.map(\.appIDs))
    #expect(read.entries[0].rules.map(\.isExcluded) == [true, nil])
    file.entries = []
    #expect(file.encoded() != read.encoded())
  }
}

extension AssociationDescription.App {
  /// The meaning of the description.
  fileprivate func opens(_ path: String) -> Bool {
    opens.contains { $0.has(path) } && !excludes.contains { $0.has(path) }
  }
}

extension AssociationDescription.Place {
  fileprivate func has(_ path: String) -> Bool {
    let whole = path.hasSuffix("/") ? path : path + "/"
    return switch self {
    case .everything: true
    case .page(let page): whole == page + "/"
    case .folder(let folder): whole.hasPrefix(folder + "/")
    }
  }
}
