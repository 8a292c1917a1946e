import AppLinks
import AppLinksPublishing
import AppLinksResolving
import TestSupport
import Testing

@Suite struct DescriptionSizeTests {
  @Test(
    arguments: [
      "al:ios:url", "al:ios", "al:web:url", "al:a:b:c:d:e:f:g", "al:x:y", "al:ios:url:x", "al::",
    ]
  )
  func manyTagsTakeTimeInProportion(_ property: String) {
    let growth = timeGrowth(from: 1_000, to: 8_000) { count in
      let tags = (0..<count).map { AppLinkTag(property: property, content: "a b \($0)") }
      let metadata = AppLinkMetadata(tags: tags)
      return { _ = AppLinkDescription(metadata) }
    }
    #expect(growth < 4)
  }

  @Test func manyFindingsTakeTimeInProportion() {
    let growth = timeGrowth(from: 25, to: 200) { count in
      let target = AppLinkTarget.apple(.init(rawURL: "a b"))
      let description = AppLinkDescription(targets: Array(repeating: target, count: count))
      return { _ = description.findings }
    }
    #expect(growth < 2)
  }
}
