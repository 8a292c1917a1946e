import AppLinks
import AppLinksPublishing
import Foundation
import Testing

/// Compares the article that lists all findings with the linter.
@Suite struct LintingArticleTests {
  private let text: String
  private let sections: [String: String]

  init() throws {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let path = "Sources/AppLinksPublishing/AppLinksPublishing.docc/Articles/LintingPages.md"
    let article = root.appending(path: path)
    text = try String(contentsOf: article, encoding: .utf8)
    var sections: [String: String] = [:]
    for section in text.split(separator: "\n### `").dropFirst() {
      let code = section.prefix { $0 != "`" }
      sections[String(code)] = Self.flat(section.dropFirst(code.count + 1))
    }
    self.sections = sections
  }

  /// The text without line breaks, and with quotes in place of the code font.
  private static func flat(_ text: some StringProtocol) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .replacing("`", with: "'")
  }

  @Test(arguments: LintExplanation.all)
  func everyCodeIsDocumented(_ explanation: LintExplanation) throws {
    let section = try #require(
      sections[explanation.code.rawValue],
      "no section '\(explanation.code)'"
    )
    let parts = [
      "*\(explanation.severity.rawValue.capitalized).* \(explanation.summary)",
      "```html \(explanation.example) ```", explanation.advice,
    ]
    for part in parts { #expect(section.contains(Self.flat(part)), "\(part)") }
  }

  @Test func nothingElseIs() {
    #expect(Set(sections.keys) == Set(LintExplanation.all.map(\.code.rawValue)))
  }
}
