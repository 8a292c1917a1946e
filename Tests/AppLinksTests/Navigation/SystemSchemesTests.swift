import Foundation
import Testing

@testable import AppLinks

/// Compares the table of schemes with the article that contains it.
@Suite struct SystemSchemesTests {
  private static func line(_ row: SystemSchemes.Row) -> String {
    let schemes = row.schemes.map { "`\($0)`" }.joined(separator: ", ")
    return "| \(row.system) | \(row.rule.rawValue) | \(schemes) | \(row.reason) |"
  }

  @Test func theArticleShowsTheTable() throws {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let path = "Sources/AppLinks/AppLinks.docc/Articles/OpeningLinks.md"
    let article = try String(contentsOf: root.appending(path: path), encoding: .utf8)
    let lines = article.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
    #expect(lines.map(String.init) == SystemSchemes.table.map(Self.line))
  }

  @Test func eachSchemeIsThereOnceAndInSmallLetters() {
    let schemes = SystemSchemes.table.flatMap(\.schemes)
    #expect(schemes.count == Set(schemes).count)
    #expect(schemes.allSatisfy { $0 == $0.lowercased() && URLParts("\($0):").scheme == $0 })
  }
}
