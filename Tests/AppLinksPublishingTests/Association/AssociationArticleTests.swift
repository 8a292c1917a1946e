import AppLinks
import AppLinksPublishing
import Foundation
import Testing

/// Compares the article that lists all findings about association files with the explanations.
@Suite struct AssociationArticleTests {
  private let sections: [String: String]

  init() throws {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let path = "Sources/AppLinksPublishing/AppLinksPublishing.docc/Articles/AssociationFiles.md"
    let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
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

  @Test(arguments: LintExplanation.associationFiles)
  func everyCodeIsDocumented(_ explanation: LintExplanation) throws {
    let section = try #require(
      sections[explanation.code.rawValue],
      "no section '\(explanation.code)'"
    )
    let severity = explanation.severity.rawValue.capitalized
    for part in ["*\(severity).* \(explanation.summary)", explanation.advice, explanation.example] {
      #expect(section.contains(Self.flat(part)), "\(part)")
    }
  }

  @Test func nothingElseIs() {
    #expect(Set(sections.keys) == Set(LintExplanation.associationFiles.map(\.code.rawValue)))
  }
}
