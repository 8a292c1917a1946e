import AppLinks
import AppLinksPublishing
import AppLinksResolving
import AppLinksTestSupport
import Foundation
import TestSupport
import Testing

@Suite struct DescriptionRoundTripTests {
  @Test(arguments: 1...8)
  func whatIsWrittenIsRead(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<100 {
      let description = randomDescription(&random)
      let html = try description.html(
        indentation: Int.random(in: 0...4, using: &random),
        isXML: .random(using: &random),
        isASCII: .random(using: &random)
      )
      let page =
        "<!doctype html><html><head><title>x</title>\n\(html)\n</head><body>y</body></html>"
      let metadata = AppLinkMetadata(html: page)
      #expect(AppLinkDescription(metadata) == description, "\(html)")
      #expect(metadata.diagnostics.isEmpty, "\(html)")
    }
  }

  @Test(arguments: 1...4)
  func eachDeviceGetsItsTargetsInOrder(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<100 {
      let description = randomDescription(&random)
      let metadata = AppLinkMetadata(html: try description.html())
      func targets(_ platforms: String...) -> [AppLinkTarget] {
        platforms.flatMap { platform in description.targets.filter { $0.platform == platform } }
      }
      #expect(metadata.targets(for: .phone) == targets("iphone", "ios"))
      #expect(metadata.targets(for: .pad) == targets("ipad", "ios"))
      #expect(metadata.targets(for: .other) == targets("ios"))
      #expect(metadata.targets(for: .android) == targets("android"))
      #expect(metadata.targets(for: .windowsPhone) == targets("windows_phone"))
      #expect(metadata.targets(for: .windows) == targets("windows"))
      #expect(metadata.targets(for: .windowsUniversal) == targets("windows_universal"))
    }
  }

  @Test(arguments: 1...4)
  func whatIsASCIIIsReadInAnyCharset(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<50 {
      let description = randomDescription(&random)
      let html = try description.html(isASCII: true)
      #expect(html.utf8.allSatisfy { $0 < 0x80 })
      for charset in ["windows-1252", "iso-8859-2", "utf-8"] {
        let metadata = AppLinkMetadata(
          html: html.utf8,
          contentType: "text/html; charset=\(charset)"
        )
        #expect(AppLinkDescription(metadata) == description, "\(charset): \(html)")
      }
    }
  }

  @Test(arguments: 1...4)
  func jsonIsReadAgain(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<50 {
      let description = randomDescription(&random)
      let data = try JSONEncoder().encode(description)
      #expect(try JSONDecoder().decode(AppLinkDescription.self, from: data) == description)
    }
  }

  @Test(arguments: PageFixture.real.filter { $0.tagCount > 0 })
  func realPagesAreReadAndWritten(_ page: PageFixture) throws {
    let description = AppLinkDescription(AppLinkMetadata(html: page.html))
    guard let html = try? description.html() else {
      #expect(description.findings.contains { $0.severity == .error })
      return
    }
    let metadata = AppLinkMetadata(html: html)
    for (idiom, rows) in page.targets {
      #expect(metadata.targets(for: idiom).count == rows.count)
    }
    #expect(AppLinkDescription(metadata) == description)
  }
}
