import Testing
import ToolSupport

@Suite struct TextTests {
  @Test func columnsAreTwoSpacesApartWithoutTrailingSpaces() {
    let table = TextTable(
      ["A", "Long title", ""],
      rows: [[.init("é\u{301}x"), .init(nil), .init("")]]
    )
    #expect(table.rendered(TextStyle(isOn: false)) == "A   Long title\né\u{301}x  –\n")
  }

  @Test func colorDoesNotCountAsWidth() {
    let rows: [[TextTable.Cell]] = [[.init("ab", .red), .init("c")], [.init("a"), .init("d")]]
    let text = TextTable(rows: rows).rendered(TextStyle(isOn: true))
    #expect(text == "\u{1B}[31mab\u{1B}[0m  c\na   d\n")
  }

  @Test func colorRequiresATerminalThatSupportsItAndNoNO_COLOR() {
    #expect(TextStyle.allowsColor(["TERM": "xterm"]))
    #expect(TextStyle.allowsColor(["TERM": "xterm", "NO_COLOR": ""]))
    #expect(!TextStyle.allowsColor(["TERM": "xterm", "NO_COLOR": "0"]))
    #expect(!TextStyle.allowsColor(["TERM": "dumb"]))
    #expect(!TextStyle.allowsColor([:]))
    #expect(!TextStyle.suits(-1, ["TERM": "xterm"]))
  }

  @Test func controlCharactersBecomeEscapesEmojiAndAccentsRemain() {
    #expect("a\u{1B}[0m\u{202E}\u{2028}b".printable == "a\\u{1B}[0m\\u{202E}\\u{2028}b")
    #expect("é👩‍👩‍👧 ü".printable == "é👩‍👩‍👧 ü")
  }
}
