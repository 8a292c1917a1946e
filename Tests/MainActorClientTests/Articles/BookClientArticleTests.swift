import Foundation
import Testing

/// The article, against the code that is compiled and tested here.
@Suite struct BookClientArticleTests {
  @Test func theArticleShowsTheCode() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let code = try String(
      contentsOf: folder.appending(path: "BookClientTests.swift"),
      encoding: .utf8
    )
    var root = folder
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let article = try String(
      contentsOf: root.appending(path: "Sources/Futures/Futures.docc/Articles/AWholeClient.md"),
      encoding: .utf8
    )
    let blocks = article.components(separatedBy: "\n```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```\n").first }
    #expect(blocks.count == 4)
    // What needs a network is compiled by `scripts/check-code.py` alone.
    for block in blocks where !block.contains("URLRequest") {
      #expect(code.contains(block), "not in the tests: \(block)")
    }
  }
}
