import AppLinks
import Testing

/// The beginning of a long URL reveals no part of a secret, wherever it ends.
@Suite struct RedactionOfBeginningsTests {
  private static let secret = "hunter2hunter2"

  private static func escaped(_ text: String) -> String { PercentCoding.encode(text.utf8) }

  private static let user = "https://user:\(secret)@e.com/p"

  /// URLs with a secret in each place that is redacted.
  private static let urls = [
    user, user + "?q=1#f", "https://\(secret)@e.com", "//user:\(secret)@e.com/p?q=1",
    "//user:\(secret)@e.com/p", "https://e.com/?a=b&u=\(user)&c=d",
    "https://e.com/?a=b&u=\(escaped(user))&c=d",
    "https://e.com/?u=\(escaped("https://e.com/?v=" + escaped(user)))&c=d",
    "https://e.com/?u=//user:\(secret)@e.com/p&c=d", "https://e.com/#u=\(escaped(user))&c=d",
    "https://e.com/p?token=\(secret)&c=d", "https://e.com/p#access_token=\(secret)&c=d",
    "https://e.com/#/p?token=\(secret)&c=d", "https://e.com/?a=b?token=\(secret)",
    "https://e.com/?a=b?u=\(user)", "https://e.com/?u=\(escaped("shop:?code=\(secret)"))&c=d",
    #"shop:?al_applink_data={"extras":{"a":"\#(secret)"}}&c=d"#,
    #"shop:?al_applink_data={"extras":{"a":"b&c?d#e=\#(secret)"}}&c=d"#,
    "shop:?al_applink_data=\(escaped(#"{"extras":{"a":"\#(secret)"}}"#))&c=d",
    "shop:?al_applink_data=\(escaped(#"{"target_url":"\#(user)"}"#))&c=d",
  ]

  @Test(arguments: urls) func showNoPartOfASecret(_ url: String) {
    let redaction = URLRedaction.standard
    for length in 0..<url.utf8.count {
      let text = redaction.redacted(url, maximumBytes: length)
      #expect(!text.contains("hu") && text.hasSuffix("…"), "\(length): \(text)")
    }
    let whole = redaction.redacted(url, maximumBytes: url.utf8.count)
    #expect(whole == redaction.redacted(url))
    #expect(!whole.contains("hu"))
  }

  @Test func keepWhatIsNoSecret() {
    let redaction = URLRedaction.standard
    let path = "https://e.com/" + String(repeating: "é", count: 100)
    #expect(
      redaction.redacted(path, maximumBytes: 21)
        == "https://e.com/" + String(repeating: "é", count: 3) + "…"
    )
    #expect(redaction.redacted("text / of any kind", maximumBytes: 8) == "text / o…")
    let query = "https://e.com/?q=abcdef"
    #expect(redaction.redacted(query, maximumBytes: 20) == "https://e.com/?q=abc…")
    #expect(redaction.redacted("", maximumBytes: 0) == "")
  }

  @Test func aMessageReadsOnlyTheBeginning() {
    let secret = String(repeating: "s", count: 10_000)
    #expect(shown("https://e.com/?token=\(secret)&a=b") == "https://e.com/?token=redacted…")
    #expect(shown("https://user:\(secret)@e.com/") == "https://…")
    let text = String(repeating: "ab", count: 100_000)
    #expect(shown(text) == text.prefix(79) + "…")
    #expect(shown(text, maximumLength: 200) == text.prefix(199) + "…")
  }

  /// What is not shown does not change what is shown.
  @Test func characterAfterCharacterIsCounted() {
    for part in ["a", "é", "e\u{301}", "👩‍👩‍👧‍👦", "🇩🇪", "a b", "\u{200B}x", "\u{1100}\u{1161}"] {
      for count in [39, 40, 41, 79, 80, 81, 200] {
        let text = String(repeating: part, count: count)
        let all = SafeText.displayable(text, maximumLength: 1_000)
        let cut = SafeText.displayable(text)
        #expect(cut == (all.count > 40 ? all.prefix(39) + "…" : all))
      }
    }
  }
}
