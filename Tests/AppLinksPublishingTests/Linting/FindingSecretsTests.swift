import AppLinks
import AppLinksPublishing
import Testing

@Suite struct FindingSecretsTests {
  @Test(arguments: [
    "http://user:hunter2@shop.example/", "http://shop.example/?access_token=hunter2",
    "https://shop.example/é?token=hunter2", "https:a?password=hunter2", "a b?token=hunter2",
    "shop://a?token=hunter2 ", "shop://localhost?token=hunter2&id=undefined",
  ])
  func findingsQuoteNoSecrets(_ url: String) {
    let tags = page(("al:ios:url", url), ("al:ios:url", url), ("al:web:url", url), ("al:ios", url))
    let findings = AppLinkLinter().lint(tags)
    #expect(findings.contains { $0.message.contains("redacted") })
    for finding in findings { #expect(!finding.description.contains("hunter2"), "\(finding)") }
  }
}
