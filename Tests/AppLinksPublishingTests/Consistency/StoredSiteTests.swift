import AppLinksPublishing
import Foundation
import Testing

/// Pages and answers that were stored and read again.
@Suite struct StoredSiteTests {
  @Test func aStoredPageHasTheSameFindings() throws {
    let page = LinkedPage(
      html: """
        <meta property="al:ios:app_store_id" content="123456789">
        <meta name="apple-itunes-app" content="app-id=987654321">
        <meta name="apple-itunes-app" content="nothing">
        <link rel="canonical" href="https://other.example/">
        """.utf8,
      url: "https://shop.example/socks/7",
      redirects: ["https://www.shop.example/"]
    )
    let stored = try JSONEncoder().encode(page)
    let read = try JSONDecoder().decode(LinkedPage.self, from: stored)
    #expect(read == page)
    let findings = ConsistencyLinter().lint(read)
    #expect(findings == ConsistencyLinter().lint(page))
    #expect(findings.contains { $0.correction != nil })
  }

  @Test func aStoredAnswerIsTheSame() throws {
    let answer = AssociationResponse(
      url: "https://shop.example/.well-known/assetlinks.json",
      status: 200,
      headers: ["Content-Type": "application/json"],
      body: Array("[\u{e9}]".utf8) + [0xFF, 0x00]
    )
    let stored = try JSONEncoder().encode(answer)
    let read = try JSONDecoder().decode(AssociationResponse.self, from: stored)
    #expect(read == answer)
  }
}
