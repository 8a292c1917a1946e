import AppLinks
import Testing

@Suite struct SafeTextTests {
  @Test(arguments: [
    ("Facebook", "Facebook"), ("", ""), ("  My \n\n App\t", "My App"),
    ("\u{202E}App\u{2066}", "App"),
    ("A\u{200B}B\u{FEFF}\u{00AD}", "AB"), ("a\0b\u{1B}[31mc", "a b [31mc"),
    ("a\u{2028}b\u{85}c", "a b c"),
    ("e\u{301}é日本", "e\u{301}é日本"), ("👩‍👩‍👧 ❤️", "👩‍👩‍👧 ❤️"), ("\u{200F}שלום\u{200E}", "שלום"),
    ("\u{200D}", ""), (" \u{200C}\u{FE0F} \u{200D}", ""), ("\u{2800}", ""), ("x\u{2800}", "x"),
    ("<b>&\"", "<b>&\""), ("\u{E000}x\u{E0041}", "x"), ("\n\n", ""), ("\u{3164}x", "x"),
  ])
  func takesOutWhatIsHarmful(_ text: String, _ expected: String) {
    #expect(SafeText.displayable(text) == expected)
  }

  @Test func limitsTheLength() {
    let text = String(repeating: "é", count: 41)
    #expect(SafeText.displayable(text) == String(repeating: "é", count: 39) + "…")
    #expect(SafeText.displayable(String(repeating: "é", count: 40)).count == 40)
    #expect(SafeText.displayable("abc", maximumLength: 2) == "a…")
    #expect(SafeText.displayable("abc", maximumLength: 0) == "…")
    #expect(SafeText.displayable("a", maximumLength: -5) == "a")
  }

  @Test func limitsTheAccentsOfALetter() {
    let text = "a" + String(repeating: "\u{301}", count: 10_000) + "b"
    #expect(SafeText.displayable(text).unicodeScalars.count == 10)
  }

  @Test func limitsCharactersThatNeverEnd() {
    for part in ["👩\u{200D}", "\u{1100}", "🏽"] {
      let text = SafeText.displayable(String(repeating: part, count: 100_000), maximumLength: 40)
      #expect(text.unicodeScalars.count <= 40 * 16 + 1)
      #expect(text.hasSuffix("…"))
    }
    #expect(SafeText.displayable("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", maximumLength: 2) == "👩‍👩‍👧‍👦👩‍👩‍👧‍👦")
    #expect(SafeText.displayable("abc", maximumLength: .max) == "abc")
  }

  @Test func theNameOfAnAppIsSafeToShow() {
    let target = AppLinkTarget.android(.init(packageName: "a.b", appName: "Sh\u{202E}op\n1"))
    #expect(target.displayName == "Shop 1")
    #expect(AppLinkTarget.apple(.init(rawURL: "a:")).displayName == nil)
  }
}
