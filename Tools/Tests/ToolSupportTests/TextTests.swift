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

  @Test(arguments: [
    ("abc", 3), ("é\u{301}x", 2), ("発注", 4), ("한글", 4), ("👩‍👩‍👧🇩🇪", 4), ("\u{200D}", 0),
    ("ｶﾅ…", 3),
  ])
  func aTextTakesColumns(text: String, columns: Int) { #expect(text.columns == columns) }

  @Test(arguments: [
    ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("発注", 4, "発注"), ("発注書", 5, "発注…"),
    ("発注", 3, "発…"), ("発注", 2, "…"), ("ab", 1, "…"), ("a", 0, ""), ("", 0, ""),
    ("a" + String(repeating: "\u{301}", count: 20), 3, "…"),
  ])
  func aTextIsClippedToColumns(text: String, columns: Int, clipped: String) {
    #expect(text.clipped(to: columns) == clipped)
  }

  @Test(arguments: [
    (
      80,
      "Run                  Status   Message\nfulfil-order-261130  waiting  the records differ\n"
    ),
    (40, "Run             Status   Message\nfulfil-order-…  waiting  the records di…\n"),
    (30, "Run                  Status\nfulfil-order-261130  waiting\n"),
    (16, "Run\nfulfil-order-26…\n"), (3, "Run\nfu…\n"),
  ])
  func aTableFitsItsWidth(width: Int, text: String) {
    let table = TextTable(
      ["Run", "Status", "Message"],
      rows: [[.init("fulfil-order-261130"), .init("waiting"), .init("the records differ")]]
    )
    let style = TextStyle(isOn: false)
    #expect(table.rendered(style, width: width, shrinking: [0, 2]) == text)
  }

  @Test func piecesFlow() {
    let pieces: [TextTable.Cell] = [
      .init("1 queued,", .red), .init("2 failed"), .init("long text"),
    ]
    #expect(
      TextFlow.lines(pieces, width: 18, TextStyle(isOn: true))
        == ["\u{1B}[31m1 queued,\u{1B}[0m 2 failed", "long text"]
    )
    #expect(
      TextFlow.lines(pieces, width: 5, TextStyle(isOn: false)) == ["1 qu…", "2 fa…", "long…"]
    )
  }

  @Test func aTerminalThatDoesNotKnowItsSizeHasThatOfVariables() {
    let variables = ["COLUMNS": "100", "LINES": "-5"]
    #expect(TerminalSize(columns: 0, rows: 0, variables) == TerminalSize(columns: 100, rows: 24))
    #expect(TerminalSize(columns: 90, rows: 7, variables) == TerminalSize(columns: 90, rows: 7))
    #expect(TerminalSize(columns: 0, rows: 0, [:]) == TerminalSize(columns: 80, rows: 24))
    #expect(TerminalSize(columns: .max, rows: 0).columns == 1000)
  }
}
