import AppLinks
import AppLinksPublishing
import Testing

/// Every way to serve a file, with every file: no answer says that an app opens a link if a finding
/// says that devices do not get the file, or that they skip the part with the app.
@Suite struct ContradictionTests {
  typealias Platform = AssociationAnswer.Platform

  /// Errors about a part of a file, which can open other apps or other links.
  private static let aboutParts: Set<AppLinkDiagnostic.Code> = [
    .wrongType, .malformedApplicationID, .noAppIDs, .fragmentInPath, .impossiblePattern,
    .malformedNot, .nonStringQuery, .undefinedVariable, .malformedVariable, .brokenStatement,
    .malformedRelation, .malformedTarget, .malformedFingerprint, .noFingerprint, .mixedInclude,
    .insecureInclude, .tooManyIncludes, .includeNotUsed, .malformedDynamicRule, .onlyExclusions,
    .misplacedDynamicRules,
  ]

  /// Errors about a file as a whole.
  ///
  /// A new code has to be in one of the two sets.
  private static let aboutFiles: Set<AppLinkDiagnostic.Code> = [
    .notJSON, .htmlInsteadOfJSON, .signedFile, .fileTooLarge, .notStatementList, .fileRedirected,
    .fileStatus, .fileContentType, .fileNotSecure, .fileElsewhere, .cdnFailure, .hostNotASCII,
  ]

  private static let doubts: Set<AppLinkDiagnostic.Code> = [.byteOrderMark, .fileAtRoot]

  private static let paths = ["", "/", "/buy/7", "/buy/7?a=1#b", "/%20", "/#/buy"]

  @Test func everyErrorIsAboutAPartOrAboutAFile() {
    let errors = LintExplanation.associationFiles.filter { $0.severity == .error }.map(\.code)
    #expect(Set(errors) == Self.aboutParts.union(Self.aboutFiles))
  }

  @Test(arguments: Delivery.all)
  func noAnswerContradictsAFinding(_ delivery: Delivery) {
    for (platform, files) in [(Platform.apple, FileCase.apple), (.android, FileCase.android)] {
      for file in files {
        let host = delivery.host(with: file.text, platform)
        let findings = ConsistencyLinter().lint(host)[platform] ?? []
        for path in Self.paths {
          check(host, "https://shop.example" + path, platform, findings, file)
        }
      }
    }
  }

  private func check(
    _ host: LinkedHost,
    _ url: String,
    _ platform: Platform,
    _ findings: [LintFinding],
    _ file: FileCase
  ) {
    let apps = host.answer(for: url, on: platform)?.apps ?? []
    // Rules do not narrow anything before Android 15.
    let taps = host.taps(on: url).filter { tap in
      tap.platform == platform && (tap.release ?? 15 == 15 || !file.isDynamic)
    }
    let opened =
      apps.filter { $0.verdict == .opens }.map(\.id)
      + taps.filter { $0.outcome == .app }.flatMap(\.apps)
    if opened.isEmpty { return }
    let comment = Comment(rawValue: "\(url) with \(file.name): \(findings)")
    #expect(file.canOpen, comment)
    #expect(
      !findings.contains { finding in
        Self.doubts.contains(finding.code)
          || finding.severity == .error && !Self.aboutParts.contains(finding.code)
      },
      comment
    )
    for finding in findings where finding.code == .malformedApplicationID {
      for app in opened { #expect(!finding.message.contains("'\(app)'"), comment) }
    }
  }

  @Test(arguments: [Delivery.all[0], Delivery.all[1]])
  func aFileWithoutSuchFindingsIsUsed(_ delivery: Delivery) {
    for (platform, file) in [(Platform.apple, FileCase.apple[0]), (.android, FileCase.android[0])] {
      let host = delivery.host(with: file.text, platform)
      #expect(host.taps(on: "https://shop.example/buy/7").contains { $0.outcome == .app })
    }
    let whole = FileCase.apple[0].text
    let full = whole + String(repeating: " ", count: (128 << 10) - whole.utf8.count)
    let apple = delivery.host(with: full, .apple)
    #expect(apple.taps(on: "https://shop.example/buy/7")[0].outcome == .app)
  }

  @Test(arguments: FileCase.malformedIDs)
  func anIdentifierIsShownAsItIsWritten(_ id: String) {
    let file = AppleAppSiteAssociation(parsing: FileCase.apple(#"{"/":"*"}"#, id: id))
    #expect(file.findings.first?.code == .malformedApplicationID)
    #expect(file.findings.first?.message.hasPrefix("'\(id)' is not an application") == true)
    let answer = file.answer(for: "https://shop.example/", at: "shop.example")
    #expect(answer.apps.map(\.verdict) == [.unverified])
    #expect(answer.description.contains("  \(id) does not open it"))
    let tap = LinkedHost(host: "shop.example", appleFile: file).taps(on: "https://shop.example/")[0]
    #expect(tap.reasons.first?.contains("'\(id)'") == true)
  }

  @Test func aFileThatIsTooLargeIsNotUsedWithoutAServerEither() {
    let text = FileCase.apple(#"{"/":"*"}"#)
    let file = AppleAppSiteAssociation(parsing: text + String(repeating: " ", count: 128 << 10))
    let answer = file.answer(for: "https://shop.example/", at: "shop.example")
    #expect(answer.apps.isEmpty && answer.obstacle?.contains("128 KiB") == true)
  }

  @Test(arguments: ["192.0.2.1", "[2001:db8::1]", "192.0.2.1.", "3221225985", "0xC0000201"])
  func anAddressOpensNoAppWithoutAServerEither(_ address: String) {
    let host = LinkedHost(
      host: address,
      appleFile: AppleAppSiteAssociation(parsing: FileCase.apple[0].text),
      androidFile: AssetLinks(parsing: FileCase.android[0].text)
    )
    let url = "https://\(address)/buy/7"
    for platform in [Platform.apple, .android] {
      #expect(host.answer(for: url, on: platform) == nil)
      let findings = ConsistencyLinter().lint(host)[platform]?.filter { $0.severity == .error }
      #expect(findings?.map(\.code) == [.fileElsewhere])
    }
    for tap in host.taps(on: url) { #expect(tap.outcome == .browser) }
    #expect(host.taps(on: url)[0].reasons.first?.contains("is an IP address") == true)
  }

  @Test(arguments: ["shop.example", "7.example", "1.2.3.4.example", "0x7f.example"])
  func aNameIsNoAddress(_ name: String) {
    var host = LinkedHost(
      host: name,
      appleFile: AppleAppSiteAssociation(parsing: FileCase.apple[0].text)
    )
    #expect(host.taps(on: "https://\(name)/buy/7")[0].outcome == .app)
    host.domain = "*.\(name)"
    #expect(host.taps(on: "https://a.\(name)/buy/7")[0].outcome == .app)
  }

  @Test func devicesReadTheCopyOfAppleAndNotTheFile() {
    let host = Delivery.copy(.init(url: "", status: 200, body: Array(FileCase.apple("").utf8)))
      .host(with: FileCase.apple[0].text, .apple)
    let tap = host.taps(on: "https://shop.example/buy/7")[0]
    #expect(tap.outcome == .uncertain)
    #expect(tap.reasons.first?.contains("copy of Apple's CDN") == true)
    let same = Delivery.copy(
      .init(url: "", status: 200, body: Array(FileCase.apple(#"{"/":"/buy/7"}"#).utf8))
    )
    let both = same.host(with: FileCase.apple[0].text, .apple)
    #expect(both.taps(on: "https://shop.example/buy/7")[0].outcome == .app)
  }

  @Test func theReasonIsTheFinding() {
    for delivery in Delivery.all {
      let host = delivery.host(with: FileCase.apple[0].text, .apple)
      let tap = host.taps(on: "https://shop.example/buy/7")[0]
      if tap.outcome == .app { continue }
      let findings = ConsistencyLinter().lint(host)[.apple] ?? []
      let said = tap.reasons.first ?? ""
      #expect(
        findings.contains { finding in
          said.lowercased().contains(finding.message.dropLast().lowercased())
        },
        "\(delivery): \(said)"
      )
    }
  }
}

/// A way to serve a file.
struct Delivery: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var url: String?
  var status = 200
  var headers = ["Content-Type": "application/json"]
  var verifier: Int?
  var copy: AssociationResponse?

  func host(with text: String, _ platform: AssociationAnswer.Platform) -> LinkedHost {
    let usual =
      platform == .apple ? appleAddress("shop.example") : androidAddress("shop.example")
    let answer = AssociationResponse(
      url: url.map { usual.replacing("https://shop.example/.well-known", with: $0) } ?? usual,
      status: status,
      headers: headers,
      body: Array(text.utf8)
    )
    var host = LinkedHost(
      host: "shop.example",
      apple: platform == .apple ? answer : nil,
      android: platform == .android ? answer : nil
    )
    if platform == .apple {
      host.statusForVerifier = verifier
      host.appleCopy = copy
    }
    return host
  }

  static func copy(_ copy: AssociationResponse) -> Delivery {
    Delivery(testDescription: "copy \(copy.status)", copy: copy)
  }

  private static func headers(_ headers: [String: String]) -> Delivery {
    Delivery(testDescription: "\(headers)", headers: headers)
  }

  private static func at(_ url: String) -> Delivery { Delivery(testDescription: url, url: url) }

  static let all: [Delivery] = types + addresses + copies + statuses + verifiers

  private static let types: [Delivery] = [
    Delivery(testDescription: "usual"), headers(["content-type": "application/json; q=1"]),
    headers([:]), headers(["Content-Type": "text/html"]), headers(["Content-Type": "text/plain"]),
    headers(["Content-Type": ""]), headers(["Content-Type": "application/octet-stream"]),
    headers(["Apple-Failure-Reason": "SWCERR00301 Timeout"]),
  ]

  private static let addresses: [Delivery] = [
    at("http://shop.example/.well-known"), at("https://shop.example/files"),
    at("https://shop.example"), at("https://b\u{FC}cher.example/.well-known"),
    at("https://192.0.2.1/.well-known"), at("https://[2001:db8::1]/.well-known"),
  ]

  private static let copies: [Delivery] = [
    copy(.init(url: "", status: 404)), copy(.init(url: "", status: 301)),
    copy(.init(url: "", status: 404, headers: ["Apple-Failure-Reason": "SWCERR00101"])),
  ]

  private static let statuses: [Delivery] = [301, 403, 404, 410, 500].map { status in
    Delivery(testDescription: "\(status)", status: status)
  }

  private static let verifiers: [Delivery] = [301, 403, 404, 503].map { (status: Int) in
    Delivery(testDescription: "verifier \(status)", verifier: status)
  }
}

/// A file, and whether it may let an app open anything.
struct FileCase: Sendable {
  let name: String
  let text: String
  var canOpen = false
  var isDynamic = false

  static let malformedIDs = [
    " ABCDE12345.com.example.shop", "ABCDE12345.com.example.shop ", "ABCDE12345.com.example.*", "*",
    "abcde12345.com.example.shop", "ABCDE12345.com.example  shop", "com.example.shop",
    "ABCDE1234.com.example.shop",
  ]

  static func apple(_ rules: String, id: String = "ABCDE12345.com.example.shop") -> String {
    #"{"applinks":{"details":[{"appIDs":["\#(id)"],"components":[\#(rules)]}]}}"#
  }

  static let apple: [FileCase] = appleFiles + appleIDs

  private static let appleIDs: [FileCase] = malformedIDs.map { id in
    FileCase(name: id, text: apple(#"{"/":"*"}"#, id: id))
  }

  private static let appleFiles: [FileCase] =
    [
      FileCase(name: "good", text: apple(#"{"/":"*"}"#), canOpen: true),
      FileCase(name: "mark", text: "\u{FEFF}" + apple(#"{"/":"*"}"#)),
      FileCase(
        name: "size",
        text: apple(#"{"/":"*"}"#) + String(repeating: " ", count: 128 << 10)
      ), FileCase(name: "page", text: "<!doctype html>"), FileCase(name: "empty", text: ""),
      FileCase(name: "array", text: "[]"), FileCase(name: "fragment", text: apple(#"{"/":"/#*"}"#)),
      FileCase(name: "space", text: apple(#"{"/":"/ "}"#)),
      FileCase(name: "variable", text: apple(#"{"/":"/$(none)*"}"#)),
      FileCase(
        name: "not",
        text: #"{"applinks":{"details":[{"appIDs":["ABCDE12345.b"],"paths":["NOT/*"]}]}}"#
      ),
      FileCase(name: "no app", text: #"{"applinks":{"details":[{"components":[{"/":"*"}]}]}}"#),
      FileCase(
        name: "one of two",
        text: apple(#"{"/":"*"}"#, id: #" ABCDE12345.b","ABCDE12345.b"#),
        canOpen: true
      ),
    ]

  static let android: [FileCase] = [
    FileCase(name: "good", text: "[\(statement())]", canOpen: true),
    FileCase(name: "mark", text: "\u{FEFF}[\(statement())]"),
    FileCase(name: "size", text: "[\(statement())]" + String(repeating: " ", count: 1 << 20)),
    FileCase(name: "page", text: "<!doctype html>"), FileCase(name: "object", text: statement()),
    FileCase(name: "comma", text: "[\(statement()),]"), FileCase(name: "broken", text: "[{},5]"),
    FileCase(name: "package", text: "[\(statement(package: "com.example.app "))]"),
    FileCase(name: "relation", text: "[\(statement(relation: "delegate_permission/*"))]"),
    FileCase(name: "lowercase", text: "[\(statement(fingerprints: "\"\(lowercase)\""))]"),
    FileCase(
      name: "lowercase too",
      text: "[\(statement(fingerprints: "\"\(Fingerprint.play)\",\"\(lowercase)\""))]"
    ), FileCase(name: "none", text: "[\(statement(fingerprints: ""))]"),
    FileCase(
      name: "exclusions",
      text: "[\(statement(rules: #"{"/":"/buy/*","exclude":true}"#))]",
      isDynamic: true
    ),
  ]

  private static let lowercase = Fingerprint.play.lowercased()
}
