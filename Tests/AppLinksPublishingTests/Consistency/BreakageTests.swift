import AppLinks
import AppLinksPublishing
import Foundation
import Testing

/// The mistakes that break links most often, each shown by a page or by a server.
@Suite struct BreakageTests {
  private let app = AssociationDescription.App(
    appleID: "ABCDE12345.com.example.shop",
    package: "com.example.app",
    fingerprints: [Fingerprint.upload, Fingerprint.play]
  )

  /// Files that say the same as the app, on a site without findings.
  private func site(
    _ changes: [String: FakeSite.Answer] = [:],
    toVerifiers: [String: FakeSite.Answer] = [:]
  ) throws -> FakeSite {
    let description = AssociationDescription(apps: [app])
    var answers: [String: FakeSite.Answer] = [:]
    for host in ["shop.example", "www.shop.example"] {
      answers[appleAddress(host)] = .init(body: try description.appleFile().encoded())
      answers[androidAddress(host)] = .init(body: try description.androidFile().encoded())
    }
    answers[LinkedHost.appleCDN + "shop.example"] = .init(
      body: try description.appleFile().encoded()
    )
    return FakeSite(answers.merging(changes) { $1 }, toVerifiers: toVerifiers)
  }

  private func codes(
    _ site: FakeSite,
    _ platform: AssociationAnswer.Platform
  ) async throws -> [String] {
    let linter = ConsistencyLinter(apps: AssociationDescription(apps: [app]))
    let host = try await LinkedHost.load(
      "shop.example",
      using: site.resolver,
      copies: LinkedHost.appleCDN
    )
    let www = try await LinkedHost.load("www.shop.example", using: site.resolver)
    let findings = linter.lint(host, counterpart: www)[platform] ?? []
    return findings.filter { $0.severity > .note }.map(\.code.rawValue)
  }

  @Test func aSiteThatWorksHasNoFindings() async throws {
    #expect(try await codes(site(), .apple) == [])
    #expect(try await codes(site(), .android) == [])
  }

  @Test func theFingerprintOfPlayIsMissing() async throws {
    let file = "[\(statement(fingerprints: "\"\(Fingerprint.upload)\""))]"
    let broken = try site([
      androidAddress("shop.example"): .init(body: file),
      androidAddress("www.shop.example"): .init(body: file),
    ])
    #expect(try await codes(broken, .android) == ["missing-fingerprint"])
  }

  @Test func aSinglePageAppAnswersWithItsPage() async throws {
    let page = FakeSite.Answer(headers: ["Content-Type": "text/html"], body: "<!doctype html>")
    let broken = try site([appleAddress("shop.example"): page])
    #expect(
      try await codes(broken, .apple) == [
        "file-content-type", "html-instead-of-json", "cdn-copy-differs",
      ]
    )
  }

  @Test func theCopyOfAppleIsOld() async throws {
    let broken = try site([
      LinkedHost.appleCDN + "shop.example": .init(body: #"{"applinks":{"details":[]}}"#)
    ])
    #expect(try await codes(broken, .apple) == ["cdn-copy-differs"])
  }

  @Test func aFirewallStopsTheVerifier() async throws {
    let broken = try site([
      LinkedHost.appleCDN + "shop.example": .init(
        status: 404,
        headers: ["Apple-Failure-Reason": "SWCERR00101 Bad HTTP Response: 403 Forbidden"]
      )
    ])
    #expect(try await codes(broken, .apple) == ["cdn-failure"])
    let refusing = try site(toVerifiers: [appleAddress("shop.example"): .init(status: 403)])
    #expect(try await codes(refusing, .apple) == ["verifier-refused"])
  }

  @Test func aHostIsNotASCII() {
    let page = LinkedPage(
      html: "<meta property='al:ios:url' content='https://bücher.example/7'>".utf8,
      url: "https://xn--bcher-kva.example/7"
    )
    #expect(ConsistencyLinter().lint(page).map(\.code).first == .hostNotASCII)
    let answer = AssociationResponse(url: appleAddress("bücher.example"), status: 404)
    #expect(answer.findings(for: .apple).map(\.code) == [.hostNotASCII, .fileStatus])
  }

  @Test func aFragmentIsInThePath() async throws {
    let file =
      #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.shop"],"#
      + #""components":[{"/":"/#/market*"}]}]}}"#
    let broken = try site([
      appleAddress("shop.example"): .init(body: file),
      appleAddress("www.shop.example"): .init(body: file),
      LinkedHost.appleCDN + "shop.example": .init(body: file),
    ])
    #expect(try await codes(broken, .apple) == ["fragment-in-path"])
  }

  @Test func theOtherHostRedirects() async throws {
    let redirect = FakeSite.Answer(
      status: 301,
      headers: ["Location": androidAddress("www.shop.example")]
    )
    let broken = try site([androidAddress("shop.example"): redirect])
    #expect(try await codes(broken, .android) == ["file-redirected"])
    let other = try site([androidAddress("www.shop.example"): redirect])
    #expect(try await codes(other, .android) == ["www-file-missing"])
  }

  @Test func theContentTypeIsWrong() async throws {
    let file = try AssociationDescription(apps: [app]).androidFile().encoded()
    let broken = try site([
      androidAddress("shop.example"): .init(headers: ["Content-Type": "text/plain"], body: file)
    ])
    #expect(try await codes(broken, .android) == ["file-content-type"])
  }
}
