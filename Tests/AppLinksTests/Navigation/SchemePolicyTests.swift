import AppLinks
import Testing

@Suite struct SchemePolicyTests {
  @Test(arguments: [
    "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "file:///etc/passwd",
    "about:blank",
    "blob:x", "vbscript:x", "view-source:https://e.com", "relative", "", "//e.com", "1x:y",
    " javascript:x", "https:e.com", "https:/e.com", "http://", "https:///x", "https://:443/",
  ])
  func refuses(_ text: String) {
    #expect(SchemePolicy.standard.verdict(for: URLParts(text), as: .app) == .refused)
    #expect(SchemePolicy.standard.verdict(for: URLParts(text), as: .web) == .refused)
  }

  @Test(arguments: [
    "tel:1", "TEL:1", "sms:1", "facetime:x", "facetime-audio:x", "facetime-prompt:x", "mailto:a@b",
    "itms-services://x", "app-settings:", "shortcuts://run",
  ])
  func asksBefore(_ text: String) {
    #expect(SchemePolicy.standard.verdict(for: URLParts(text), as: .app) == .needsConfirmation)
    #expect(SchemePolicy.standard.verdict(for: URLParts(text), as: .web) == .refused)
  }

  @Test(arguments: ["fb://x", "myapp:x", "https://e.com", "a_b://x", "google.navigation:q=1"])
  func allows(_ text: String) {
    #expect(SchemePolicy.standard.verdict(for: URLParts(text), as: .app) == .allowed)
  }

  @Test func onlyPagesAreForTheWeb() {
    let policy = SchemePolicy.standard
    #expect(policy.verdict(for: URLParts("HTTP://e.com"), as: .web) == .allowed)
    #expect(policy.verdict(for: URLParts("fb://x"), as: .web) == .refused)
  }

  @Test func canBeChanged() {
    var policy = SchemePolicy.standard
    policy.sensitiveSchemes.remove("mailto")
    policy.onlySchemes = ["mailto", "tel"]
    #expect(policy.verdict(for: URLParts("mailto:x"), as: .app) == .allowed)
    #expect(policy.verdict(for: URLParts("tel:x"), as: .app) == .needsConfirmation)
    #expect(policy.verdict(for: URLParts("fb:x"), as: .app) == .refused)
    #expect(policy.verdict(for: URLParts("https://e.com"), as: .web) == .allowed)
  }
}
