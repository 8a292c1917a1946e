import AppLinks
import AppLinksPublishing
import Foundation
import Testing

/// The sections of an article that lists codes, by the code that each has as its title.
struct ArticleSections {
  private let sections: [String: String]

  /// Reads an article of the catalogue.
  init(of article: String) throws {
    var root = URL(filePath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let path = "Sources/AppLinksPublishing/AppLinksPublishing.docc/Articles/\(article).md"
    let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
    var sections: [String: String] = [:]
    for section in text.split(separator: "\n### `").dropFirst() {
      let code = section.prefix { $0 != "`" }
      sections[String(code)] = Self.flat(section.dropFirst(code.count + 1))
    }
    self.sections = sections
  }

  var codes: Set<String> { Set(sections.keys) }

  /// Expects that a code has a section with its severity, summary and advice, and the example.
  func expect(_ explanation: LintExplanation, example: String) throws {
    let section = try #require(
      sections[explanation.code.rawValue],
      "no section '\(explanation.code)'"
    )
    let severity = explanation.severity.rawValue.capitalized
    for part in ["*\(severity).* \(explanation.summary)", explanation.advice, example] {
      #expect(section.contains(Self.flat(part)), "\(part)")
    }
  }

  /// The text without line breaks, and with quotes in place of the code font.
  private static func flat(_ text: some StringProtocol) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .replacing("`", with: "'")
  }
}
