import AppLinks
import AppLinksPublishing
import Testing

/// Contradictions between a page, the files of its host, and its apps.
@Suite struct HostConsistencyTests {
  private let shop = "ABCDE12345.com.example.shop"
  private let url = "https://shop.example/socks/7"

  private func apple(_ rules: String, more: String = "") -> AppleAppSiteAssociation {
    AppleAppSiteAssociation(
      parsing: #"{"applinks":{"details":[{"appIDs":["\#(shop)"],"#
        + #""components":[\#(rules)]}]}\#(more)}"#
    )
  }

  private func findings(
    _ html: String,
    url: String = "https://shop.example/socks/7",
    redirects: [String] = [],
    apps: AssociationDescription? = nil,
    _ hosts: LinkedHost...
  ) -> [LintFinding] {
    let page = LinkedPage(html: html.utf8, url: url, redirects: redirects)
    return ConsistencyLinter(apps: apps).lint(page, hosts: hosts)
  }

  @Test func aPackageThatTheFileDoesNotNameIsFound() {
    let html = "<meta property='al:android:package' content='com.example.old'>"
    let host = LinkedHost(host: "shop.example", androidFile: links(statement()))
    let found = findings(html, host)
    #expect(found.map(short) == ["1:1 al:android:package package-not-in-file"])
    #expect(found.first?.correction == nil)
    let apps = AssociationDescription(apps: [
      .init(package: "com.example.old", fingerprints: [Fingerprint.play])
    ])
    let correction = findings(html, apps: apps, host).first?.correction ?? ""
    let corrected = links(statement(), correction)
    #expect(corrected.findings.isEmpty && corrected.statements.count == 2)
    #expect(findings(html, LinkedHost(host: "shop.example", androidFile: corrected)).isEmpty)
    #expect(findings(html, LinkedHost(host: "other.example", androidFile: links())).isEmpty)
  }

  @Test func anAppClipThatTheFileDoesNotNameIsFound() {
    let html = """
      <meta name="apple-itunes-app" content="app-id=1, app-clip-bundle-id=com.example.shop.Clip">
      """
    let without = LinkedHost(host: "shop.example", appleFile: apple("{}"))
    let found = findings(html, without)
    #expect(found.map(short) == ["1:1 apple-itunes-app clip-not-in-file"])
    let correction = found.first?.correction ?? ""
    #expect(correction == #""appclips": {"apps":["ABCDE12345.com.example.shop.Clip"]}"#)
    let with = LinkedHost(host: "shop.example", appleFile: apple("{}", more: "," + correction))
    #expect(findings(html, with).isEmpty)
  }

  @Test func aPageThatNoRuleOpensIsFound() {
    let html = "<meta property='al:ios:url' content='shop://socks/7'>"
    let host = LinkedHost(
      host: "shop.example",
      appleFile: apple(#"{"/":"/socks/*","exclude":true},{"/":"*"}"#)
    )
    let found = findings(html, host)
    #expect(found.map(short) == ["1:1 al:ios:url page-not-associated"])
    #expect(found.first?.message.contains("details[0].components[0]") == true)
    let rule = found.first?.correction ?? ""
    #expect(rule == #"{"/":"/socks/7"}"#)
    let corrected = apple(#"\#(rule),{"/":"/socks/*","exclude":true},{"/":"*"}"#)
    #expect(findings(html, LinkedHost(host: "shop.example", appleFile: corrected)).isEmpty)
    let uncertain = LinkedHost(host: "shop.example", appleFile: apple(#"{"/":"/$(nothing)"}"#))
    #expect(findings(html, uncertain).isEmpty)
  }

  @Test func theAddressToShareIsComparedToo() {
    let html = """
      <meta property="al:ios:url" content="shop://socks/7">
      <link rel="canonical" href="https://shop.example/item?id=7">
      """
    let host = LinkedHost(host: "shop.example", appleFile: apple(#"{"/":"/socks/*"}"#))
    #expect(findings(html, host).map(short) == ["2:1 canonical page-not-associated"])
  }

  @Test func aPageThatOpensAnAppOnOnePlatformOnlyIsFound() {
    let host = LinkedHost(
      host: "shop.example",
      appleFile: apple(#"{"/":"/buy/*"}"#),
      androidFile: links(statement())
    )
    let found = findings("", host)
    #expect(found.map(short) == ["platforms-differ"])
    #expect(found.first?.correction == #"{"/":"/socks/7"}"#)
    #expect(findings("", url: "https://shop.example/buy/7", host).isEmpty)
  }

  @Test func aRedirectToAnotherHostIsFound() {
    let host = LinkedHost(host: "shop.example", appleFile: apple("{}"))
    let found = findings("", redirects: ["https://go.example/7"], host)
    #expect(found.map(short) == ["redirect-before-app"])
    #expect(found.first?.correction == url)
    let own = findings("", redirects: ["https://shop.example/old"], host)
    #expect(own.isEmpty)
    let go = LinkedHost(host: "go.example", appleFile: apple("{}"))
    #expect(findings("", redirects: ["https://go.example/7"], host, go).isEmpty)
  }
}

/// What the files of a host lack.
@Suite struct FileConsistencyTests {
  private let shop = "ABCDE12345.com.example.shop"

  private func apple(_ ids: String) -> AppleAppSiteAssociation {
    AppleAppSiteAssociation(
      parsing: #"{"applinks":{"details":[{"appIDs":["\#(ids)"],"components":[{"/":"/a"}]}]}}"#
    )
  }

  private func lint(
    _ host: LinkedHost,
    _ counterpart: LinkedHost? = nil,
    apps: [AssociationDescription.App]? = nil
  ) -> [AssociationAnswer.Platform: [LintFinding]] {
    ConsistencyLinter(apps: apps.map { AssociationDescription(apps: $0) })
      .lint(host, counterpart: counterpart)
  }

  @Test func aHostOfWhichNothingIsKnownHasNoFindings() {
    #expect(lint(LinkedHost(host: "shop.example")) == [:])
  }

  @Test func appsThatAFileLacksAreFound() {
    let host = LinkedHost(host: "e.com", appleFile: apple(shop), androidFile: links(statement()))
    let app = AssociationDescription.App(
      appleID: "ABCDE12345.com.example.lite",
      package: "com.example.lite",
      fingerprints: [Fingerprint.play]
    )
    let found = lint(host, apps: [app])
    #expect(found[.apple]?.map(\.code) == [.appNotInFile])
    #expect(found[.android]?.map(\.code) == [.appNotInFile, .singleFingerprint])
    #expect(found[.apple]?.first?.correction?.contains("ABCDE12345.com.example.lite") == true)
    let statements = links(statement(), found[.android]?.first?.correction ?? "")
    #expect(statements.statements.count == 2)
  }

  @Test func anotherPrefixIsFound() {
    let host = LinkedHost(host: "e.com", appleFile: apple("FGHIJ67890.com.example.shop"))
    let found = lint(host, apps: [.init(appleID: shop)])[.apple]
    #expect(found?.map(\.code) == [.wrongAppPrefix])
    #expect(found?.first?.correction == "\"\(shop)\"")
  }

  @Test func aMissingFingerprintIsFound() {
    let host = LinkedHost(host: "e.com", androidFile: links(statement()))
    let app = AssociationDescription.App(
      package: "com.example.app",
      fingerprints: [Fingerprint.upload, Fingerprint.play]
    )
    let found = lint(host, apps: [app])[.android]
    #expect(found?.map(\.code) == [.missingFingerprint])
    let both = "\"\(Fingerprint.play)\",\"\(Fingerprint.upload)\""
    #expect(found?.first?.correction == "\"sha256_cert_fingerprints\": [\(both)]")
    let corrected = LinkedHost(host: "e.com", androidFile: links(statement(fingerprints: both)))
    #expect(lint(corrected, apps: [app])[.android] == [])
  }

  @Test func aFileThatDoesNotExistIsAMistakeOnlyIfAnAppNeedsIt() {
    func severity(_ apps: [AssociationDescription.App]?) -> LintFinding.Severity? {
      let missing = AssociationResponse(
        url: "https://e.com/.well-known/assetlinks.json",
        status: 404
      )
      let host = LinkedHost(host: "e.com", apple: nil, android: missing)
      return lint(host, apps: apps)[.android]?.first { $0.code == .fileStatus }?.severity
    }
    #expect(severity(nil) == .warning)
    #expect(severity([.init(appleID: shop)]) == .note)
    #expect(severity([.init(package: "a.b", fingerprints: [Fingerprint.play])]) == .error)
  }

  @Test func theHostWithWWWIsCompared() {
    let host = LinkedHost(host: "e.com", appleFile: apple(shop), androidFile: links(statement()))
    let redirect = AssociationResponse(
      url: "https://www.e.com/.well-known/assetlinks.json",
      status: 301,
      headers: ["Location": "https://e.com/.well-known/assetlinks.json"]
    )
    let www = LinkedHost(host: "www.e.com", apple: nil, android: redirect)
    #expect(lint(host, www)[.apple]?.map(\.code) == [.wwwFileMissing])
    #expect(lint(host, www)[.android]?.map(\.code) == [.singleFingerprint, .wwwFileMissing])
    #expect(lint(www, host)[.android]?.map(\.code) == [.fileRedirected])
    let other = LinkedHost(
      host: "www.e.com",
      appleFile: apple("ABCDE12345.com.example.lite"),
      androidFile: links(statement())
    )
    #expect(lint(host, other)[.apple]?.map(\.code) == [.wwwFileDiffers])
    #expect(lint(host, other)[.android]?.map(\.code) == [.singleFingerprint])
    // A host that does not answer at all, which most names with www are, is not compared.
    #expect(lint(host, LinkedHost(host: "www.e.com"))[.apple] == [])
    #expect(LinkedHost(host: "WWW.e.com").counterpart == "e.com")
    #expect(LinkedHost(host: "e.com").counterpart == "www.e.com")
  }
}
