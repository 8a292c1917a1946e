import AppLinks
import AppLinksResolving
import AppLinksTestSupport
import Foundation
import Testing

@Suite struct PageFixtureTests {
  private let source = URL(string: "https://source.example/page")!

  @Test(arguments: PageFixture.real + PageFixture.synthetic)
  func pagesGiveTheirTargets(_ page: PageFixture) {
    let metadata = AppLinkMetadata(html: page.html)
    #expect(metadata.tags.count == page.tagCount)
    for (idiom, rows) in page.targets {
      #expect(metadata.targets(for: idiom).map(\.row) == rows, "for \(idiom)")
    }
  }

  @Test(arguments: PageFixture.real + PageFixture.synthetic)
  func pagesGiveTheirWebURL(_ page: PageFixture) {
    let web = AppLinkMetadata(html: page.html).webURL(for: source)?.absoluteString
    #expect(web == (page.web == "@source" ? source.absoluteString : page.web))
  }

  @Test func thePadOfAPageWithBothKindsOfTagsComesFirst() {
    let metadata = AppLinkMetadata(tags: [
      AppLinkTag(property: "al:ios:url", content: "all://"),
      AppLinkTag(property: "al:ipad:url", content: "pad://"),
      AppLinkTag(property: "al:iphone:url", content: "phone://"),
    ])
    #expect(metadata.targets(for: .pad).map(\.rawURL) == ["pad://", "all://"])
    #expect(metadata.targets(for: .phone).map(\.rawURL) == ["phone://", "all://"])
    #expect(metadata.targets(for: .other).map(\.rawURL) == ["all://"])
  }
}

extension AppLinkTarget {
  /// The values of a target in the order of the fixtures.
  fileprivate var row: [String?] {
    switch self {
    case .apple(let target): [target.rawURL, target.appStoreID, target.appName]
    case .android(let target):
      [target.rawURL, target.packageName, target.className, target.appName]
    case .windows(let target): [target.rawURL, target.appID, target.appName]
    }
  }
}
