import AppLinks
import AppLinksPublishing
import Foundation
import Testing

@testable import AppLinksServer

@Suite struct HostContentTests {
  private let more = "https://shop.example/more.json"

  private func host(_ file: String) -> LinkedHost {
    LinkedHost(
      host: "shop.example",
      apple: nil,
      android: AssociationResponse(
        url: "https://shop.example/.well-known/assetlinks.json",
        status: 200,
        headers: ["Content-Type": "application/json"],
        body: Array(file.utf8)
      )
    )
  }

  private func kept(_ linked: LinkedHost) throws -> LinkedHost {
    let stored = try JSONEncoder().encode(HostContent(linked))
    return try JSONDecoder().decode(HostContent.self, from: stored).linked
  }

  @Test func includedStatementsAndFindingsAreKept() throws {
    var linked = host(#"[{"include":"\#(more)"},{"include":"https://shop.example/none.json"}]"#)
    linked.androidFile = linked.androidFile?.including([more: .init(parsing: Pages.androidFile)])
    linked.includeFindings = [
      LintFinding(code: "include-not-used", severity: .error, message: "A.", advice: "B.")
    ]
    let read = try kept(linked)
    #expect(read.includeFindings == linked.includeFindings)
    #expect(read.androidFile?.includes == ["https://shop.example/none.json"])
    let answer = read.answer(for: "https://shop.example/socks/7", on: .android)
    #expect(answer?.apps.map(\.id) == ["com.example.shop"])
    // A file that includes nothing that is missing keeps its statements, too.
    var whole = host(#"[{"include":"\#(more)"}]"#)
    whole.androidFile = whole.androidFile?.including([more: .init(parsing: Pages.androidFile)])
    whole.includeFindings = []
    #expect(try kept(whole).androidFile == whole.androidFile)
  }

  @Test func aFileWithoutIncludesKeepsItsLines() throws {
    let linked = host("\n" + Pages.androidFile)
    #expect(try kept(linked).androidFile == linked.androidFile)
  }
}
