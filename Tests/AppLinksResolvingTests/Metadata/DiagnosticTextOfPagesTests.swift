import AppLinks
import AppLinksResolving
import Testing

/// Diagnostics quote pages from any author, and appear in terminals and logs.
@Suite struct DiagnosticTextOfPagesTests {
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

  @Test func thoseOfPagesAreSafeToShow() {
    let evil = Self.evil
    let html = """
      <meta charset="\(evil)">
      <meta name="al:\(evil)"><meta property="AL:\(evil)"><meta property="al:\(evil)">
      <meta property="al:ios:\(evil)" content="\(evil)"><meta property="al:ios:url" content="\(evil) ">
      <meta property="al:ios:url" content="\(String(repeating: "y", count: 9000))">
      <meta property="al:web:url" content="\(evil)">
      <meta property="al:web:should_fallback" content="\(evil)">
      """
    check(
      AppLinkMetadata(html: html.utf8).diagnostics,
      [
        "unknown-charset", "name-instead-of-property", "inexact-property", "unknown-platform",
        "unknown-key", "padded-value", "value-too-long", "control-character",
      ]
    )
  }

  @Test func diagnosticsQuoteNoSecrets() {
    let html = """
      <meta property="al:ios:url" content="a b?token=hunter2">
      <meta property="al:web:url" content="https:a?password=hunter2">
      <meta property="al:web:should_fallback" content="x://user:hunter2@y">
      """
    let diagnostics = AppLinkMetadata(html: html).diagnostics
    #expect(diagnostics.count == 3)
    for diagnostic in diagnostics { #expect(!diagnostic.message.contains("hunter2")) }
  }
}
