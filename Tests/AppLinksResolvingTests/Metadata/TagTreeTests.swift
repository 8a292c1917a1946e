import AppLinks
import AppLinksResolving
import Testing

@Suite struct TagTreeTests {
  private func tree(_ properties: (String, String?)...) -> AppLinkNode {
    AppLinkNode(tags: properties.map { AppLinkTag(property: $0.0, content: $0.1) })
  }

  @Test func aKeyTwiceStaysInOneGroup() {
    let tree = tree(("al:ios:url", "a"), ("al:ios:url", "b"))
    #expect(tree["ios"].count == 1)
    #expect(tree["ios"][0]["url"].map(\.value) == ["a", "b"])
  }

  @Test func aColonIsOneWithACombiningMarkBehindIt() {
    let property = "al:\u{311}ios:\u{301}url"
    #expect(AppLinkTag(property: property, content: nil).components.count == 3)
    #expect(tree((property, "a"))["\u{311}ios"].count == 1)
    // A whole page, which is also linted.
    let metadata = AppLinkMetadata(html: "<meta property='al:\u{311}x' content='a'>")
    #expect(metadata.tags.map(\.content) == ["a"])
  }

  @Test func aBareMarkerOpensAGroup() {
    let tree = tree(("al:ios", nil), ("al:ios:url", "a"), ("al:ios", nil), ("al:ios:url", "b"))
    #expect(tree["ios"].map { $0["url"].map(\.value) } == [["a"], ["b"]])
  }

  @Test func theContentOfAMarkerIsKeptApartFromItsChildren() {
    let tree = tree(("al:ios", "x"), ("al:ios:_value:y", "z"), ("al:ios:value:y", "z"))
    #expect(tree["ios"].map(\.value) == ["x"])
    #expect(tree["ios"][0]["_value"][0]["y"][0].value == "z")
  }

  @Test func aDeeperNameGoesToTheLatestEntry() {
    let tree = tree(("al:ios:url", "a"), ("al:ios:url", "b"), ("al:ios:url:secure", "c"))
    #expect(tree["ios"][0]["url"].map { $0["secure"].map(\.value) } == [[], ["c"]])
  }

  @Test func aDeeperNameMakesTheEntryThatItNeeds() {
    let tree = tree(("al:ios:url:secure", "c"))
    #expect(tree["ios"][0]["url"].map(\.value) == [nil])
  }

  @Test func emptyContentIsNotMissingContent() {
    let tree = tree(("al:ios:url", ""), ("al:ios:url", nil))
    #expect(tree["ios"][0]["url"].map(\.value) == ["", nil])
  }

  @Test func emptyComponentsAreComponents() {
    let tree = tree(("al:", "a"), ("al:ios:", "b"), ("al::url", "c"))
    #expect(tree[""].map(\.value) == ["a"])
    #expect(tree[""][0]["url"].map(\.value) == ["c"])
    #expect(tree["ios"][0][""].map(\.value) == ["b"])
  }

  @Test(arguments: ["al", "og:title", "AL:ios:url", " al:ios:url", "alx:ios", ""])
  func otherPropertiesAreLeftOut(_ property: String) {
    #expect(tree((property, "x")) == AppLinkNode())
  }

  @Test func aPropertyMayHaveEightComponents() {
    #expect(tree(("al:a:b:c:d:e:f:g", "x")) != AppLinkNode())
    #expect(tree(("al:a:b:c:d:e:f:g:h", "x")) == AppLinkNode())
    #expect(tree((String(repeating: "al:", count: 100_000), "x")) == AppLinkNode())
  }
}
