import AppLinks
import AppLinksResolving
import AppLinksTestSupport
import TestSupport
import Testing

@Suite struct MetadataSizeTests {
  @Test(
    arguments: [
      "al:ios:url", "al:ios", "al:web:url", "al:a:b:c:d:e:f:g", "al:x:y", "al:ios:url:x", "al::",
    ]
  )
  func manyTagsTakeTimeInProportion(_ property: String) {
    let growth = timeGrowth(from: 1_000, to: 8_000) { count in
      let tags = (0..<count).map { AppLinkTag(property: property, content: "a b \($0)") }
      return {
        let metadata = AppLinkMetadata(tags: tags)
        _ = metadata.targets(for: .phone)
        _ = metadata.webURL(for: url("https://e.com/"))
      }
    }
    #expect(growth < 4)
  }
}
