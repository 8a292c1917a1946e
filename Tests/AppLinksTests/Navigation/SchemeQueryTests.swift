import AppLinks
import AppLinksTestSupport
import Foundation
import Testing

@Suite struct SchemeQueryTests {
  @Test(
    arguments: [
      ("fb://x", ["FB"], true), ("FB://x", ["fb"], true), ("fb://x", ["fbx"], false),
      ("fb://x", [], false), ("https://e.com", [], true),
    ] as [(String, [String], Bool)]
  )
  func aRefusalCountsOnlyIfTheAppMayAsk(_ text: String, _ declared: [String], _ expected: Bool) {
    let step = NavigationStep(kind: .app, url: url(text))
    #expect(step.isRefusalMeant(declaredSchemes: declared) == expected)
  }
}
