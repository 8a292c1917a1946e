import Testing

@testable import AppLinksTool

@Suite("text for people")
struct TextTests {
  @Test("columns are two spaces apart, without trailing spaces")
  func table() {
    let table = TextTable(
      ["A", "Long title", ""],
      rows: [[.init("é\u{301}x"), .init(nil), .init("")]]
    )
    #expect(table.rendered(TextStyle(isOn: false)) == "A   Long title\né\u{301}x  –\n")
  }

  @Test("color does not count as width")
  func coloredTable() {
    let rows: [[TextTable.Cell]] = [[.init("ab", .red), .init("c")], [.init("a"), .init("d")]]
    let text = TextTable(rows: rows).rendered(TextStyle(isOn: true))
    #expect(text == "\u{1B}[31mab\u{1B}[0m  c\na   d\n")
  }

  @Test("color requires a terminal that supports it and no NO_COLOR")
  func environment() {
    #expect(TextStyle.allowsColor(["TERM": "xterm"]))
    #expect(TextStyle.allowsColor(["TERM": "xterm", "NO_COLOR": ""]))
    #expect(!TextStyle.allowsColor(["TERM": "xterm", "NO_COLOR": "0"]))
    #expect(!TextStyle.allowsColor(["TERM": "dumb"]))
    #expect(!TextStyle.allowsColor([:]))
    #expect(!TextStyle.suits(-1, ["TERM": "xterm"]))
  }

  @Test("control characters become escapes; emoji and accents remain")
  func printable() {
    #expect("a\u{1B}[0m\u{202E}\u{2028}b".printable == "a\\u{1B}[0m\\u{202E}\\u{2028}b")
    #expect("é👩‍👩‍👧 ü".printable == "é👩‍👩‍👧 ü")
  }
}
