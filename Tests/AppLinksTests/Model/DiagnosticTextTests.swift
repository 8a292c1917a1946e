import AppLinks
import AppLinksTestSupport
import Testing

/// Diagnostics quote pages and links from any author, and appear in terminals and logs.
@Suite struct DiagnosticTextTests {
  private static let evil = "\u{1B}[2J\u{7}\u{202E}" + String(repeating: "x", count: 2000)

  private func check(_ diagnostics: [AppLinkDiagnostic], _ codes: Set<String>) {
    #expect(Set(diagnostics.map(\.code.rawValue)).isSuperset(of: codes))
    for diagnostic in diagnostics {
      let text = diagnostic.message
      #expect(text.count < 400, "\(diagnostic.code)")
      #expect(
        !text.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" },
        "\(diagnostic.code)"
      )
    }
  }

  @Test func thoseOfLinksAreSafeToShow() {
    let text = escaped(Self.evil)
    check(InboundLink("x:?al_applink_data=%7B%E2%80%AE").diagnostics, ["data-not-json"])
    check(InboundLink("x:?al_applink_data=" + text).diagnostics, ["data-not-json"])
    check(
      InboundLink(
        "x:?al_applink_data=%7B%22version%22:%22\(text.replacing("%1B", with: "%C2%9B").replacing("%07", with: "%7F"))%22%7D"
      ).diagnostics,
      ["unsupported-version"]
    )
    check(
      InboundLink("x:?al_applink_data=%7B%22target_url%22:%22a%20\(text)%22%7D").diagnostics,
      ["data-not-json"]
    )
  }

  @Test func reasonsAreSafeToShow() throws {
    let evil = Self.evil
    let link = AppLink(
      sourceURL: url("https://e.com/"),
      targets: [
        .apple(.init(rawURL: evil, appName: evil)), .apple(.init(rawURL: nil, appName: evil)),
        .apple(.init(rawURL: "javascript:" + String(repeating: "x", count: 2000))),
        .apple(.init(rawURL: "shop:" + String(repeating: "x", count: 2000))),
      ]
    )
    let plan = try NavigationPlan(for: link, options: NavigationOptions(maximumLength: 1000))
    #expect(plan.steps.isEmpty)
    #expect(plan.skipped.map(\.targetIndex) == [0, 1, 2, 3, nil])
    for reason in plan.skipped {
      #expect(reason.message.count < 400)
      #expect(!reason.message.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" })
    }
  }
}
