import AppLinks
import Testing

@Suite struct SchemePolicyTests {
  @Test(arguments: [
    "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "file:///etc/passwd",
    "about:blank",
    "blob:x", "vbscript:x", "view-source:https://e.com", "relative", "", "//e.com", "1x:y",
    " javascript:x", "https:e.com", "https:/e.com", "http://", "https:///x", "https://:443/",
  ])
  func refusesSchemesWithCodeAndFiles(_ text: String) {
    #expect(SchemePolicy.standard.verdict(for: URLParts(text), as: .app) == .refused)
    #expect(SchemePolicy.standard.verdict(for: URLParts(text), as: .web) == .refused)
  }

  @Test(arguments: [
    "tel:1", "TEL:1", "sms:1", "facetime:x", "facetime-audio:x", "facetime-prompt:x", "mailto:a@b",
    "itms-services://x", "app-settings:", "shortcuts://run",
  ])
  func asksBeforeSchemesWithEffects(_ text: String) {
    #expect(SchemePolicy.standard.verdict(for: URLParts(text), as: .app) == .needsConfirmation)
    #expect(SchemePolicy.standard.verdict(for: URLParts(text), as: .web) == .refused)
  }

  /// The targets of a page must not include these, in any case and in any form of URL.
  private static let refused = [
    "all": [
      "about", "blob", "data", "file", "filesystem", "jar", "javascript", "moz-icon", "news",
      "nntp", "resource", "snews", "vbscript", "view-source", "ws", "wss",
    ],
    "macOS": [
      "afp", "applescript", "cifs", "disk", "disks", "help", "nfs", "smb", "x-man-page",
    ],
    "Windows": [
      "hcp", "ie.ftp", "ie.http", "iehistory", "ierss", "its", "mk", "ms-appinstaller", "ms-cxh",
      "ms-cxh-full", "ms-help", "ms-its", "ms-msdt", "ms-officecmd", "res", "search", "search-ms",
      "shell", "vnd.ms.radio",
    ],
    "Android": ["android-app", "android.resource", "content", "intent"],
  ]

  /// The schemes that require a confirmation.
  private static let asked = [
    "all": [
      "callto", "dav", "davs", "ftp", "ftps", "irc", "ircs", "ldap", "ldaps", "mailto", "mms",
      "mmsto", "ms-rd", "rdp", "sftp", "sip", "sips", "skype", "sms", "smsto", "ssh", "tel",
      "telnet", "vnc",
    ],
    "iOS": [
      "app-prefs", "app-settings", "facetime", "facetime-audio", "facetime-prompt",
      "itms-services", "prefs", "shortcuts", "telprompt", "workflow",
    ],
    "macOS": ["x-apple.systempreferences"],
    "Windows": [
      "ms-access", "ms-device-enrollment", "ms-excel", "ms-infopath", "ms-powerpoint", "ms-project",
      "ms-publisher", "ms-quick-assist", "ms-settings", "ms-spd", "ms-visio", "ms-word",
    ],
  ]

  private static func shapes(of scheme: String) -> [String] {
    [scheme, scheme.uppercased()].flatMap { ["\($0):x", "\($0)://e.com/x?y#z", "\($0):"] }
  }

  @Test(arguments: refused.values.flatMap(\.self).sorted())
  func refusesSchemesOfSystems(_ scheme: String) {
    for text in Self.shapes(of: scheme) {
      #expect(SchemePolicy.standard.verdict(for: URLParts(text), as: .app) == .refused, "\(text)")
      #expect(SchemePolicy.standard.verdict(for: URLParts(text), as: .web) == .refused, "\(text)")
    }
  }

  @Test(arguments: asked.values.flatMap(\.self).sorted())
  func asksBeforeSchemesOfSystems(_ scheme: String) {
    for text in Self.shapes(of: scheme) {
      let verdict = SchemePolicy.standard.verdict(for: URLParts(text), as: .app)
      #expect(verdict == .needsConfirmation, "\(text)")
      #expect(SchemePolicy.standard.verdict(for: URLParts(text), as: .web) == .refused, "\(text)")
    }
  }

  @Test func theStandardPolicyHasNoOtherSchemes() {
    let policy = SchemePolicy.standard
    #expect(policy.refusedSchemes == Set(Self.refused.values.joined()))
    #expect(policy.sensitiveSchemes == Set(Self.asked.values.joined()))
    #expect(policy.refusedSchemes.isDisjoint(with: policy.sensitiveSchemes))
    #expect(policy.onlySchemes == nil)
  }

  @Test(arguments: [
    "fb://x", "itms-apps://apps.example/app/id1", "market://details?id=a.b", "ms-windows-store:x",
    "searcher:x", "myapp:x", "https://e.com", "a_b://x", "google.navigation:q=1",
  ])
  func allowsSchemesOfApps(_ text: String) {
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

  @Test(arguments: [
    "mms:1", "mmsto:1", "callto:1", "sip:a@b", "sips:a@b", "skype:a?call", "ms-rd:a", "dav://a",
    "davs://a", "irc://a", "ircs://a", "ms-device-enrollment:?mode=mdm", "ms-quick-assist:",
    "ms-its:a", "its:a", "ie.ftp:a", "snews://a", "news:a",
  ])
  func opensNothingDangerousWithoutAsking(_ url: String) {
    #expect(SchemePolicy.standard.verdict(for: URLParts(url), as: .app) != .allowed)
  }
}
