import AppLinks
import Testing

@Suite struct QueryItemTests {
  /// Names and values as pairs that can be compared.
  private func pairs(_ query: String) -> [[String?]] {
    URLParts("x://?" + query).queryItems.map { [$0.name, $0.value] }
  }

  @Test(
    arguments: [
      ("", []),
      ("foo&bar=baz&space=%20", [["foo", nil], ["bar", "baz"], ["space", " "]]),
      ("a=1&a=2&b=", [["a", "1"], ["a", "2"], ["b", ""]]),
      ("a=b=c&=d", [["a", "b=c"], ["", "d"]]),
      ("a=1&&b=2&", [["a", "1"], ["", nil], ["b", "2"], ["", nil]]),
      ("a=x+y&b=%2B&c+d=+", [["a", "x y"], ["b", "+"], ["c d", " "]]),
      ("%61%3D=%26&n%C3%A9=%F0%9F%98%80", [["a=", "&"], ["né", "😀"]]),
      ("a=100%&b=%zz&c=%4", [["a", "100%"], ["b", "%zz"], ["c", "%4"]]),
      ("a=%A0b&é=ü", [["a", "\u{FFFD}b"], ["é", "ü"]]),
    ] as [(String, [[String?]])]
  )
  func readsItemsInOrder(_ query: String, _ expected: [[String?]]) {
    #expect(pairs(query) == expected)
    let items = URLParts("x://?" + query).queryItems
    #expect(items.map(\.rawText).joined(separator: "&") == query)
  }

  @Test func keepsWhatIsDamaged() {
    let items = URLParts("x://?a=%A0b&c=d").queryItems
    #expect(items.map(\.isDamaged) == [true, false])
    #expect(items[0].rawValue == "%A0b")
    #expect(URLParts("x://?a").queryItems[0].rawValue == nil)
  }

  @Test func aPlusIsASpaceInNamesThatAreRemovedOrSetToo() {
    #expect(URLParts("x://?a+b=1&a%2Bb=2").removing("a b").text == "x://?a%2Bb=2")
    #expect(URLParts("x://?a+b=1").setting("a b", to: "+").text == "x://?a%20b=%2B")
  }

  @Test func aURLWithoutAQueryHasNoItems() {
    #expect(URLParts("http://www.example.com?").queryItems.isEmpty)
    #expect(URLParts("mailto:x").queryItems.isEmpty)
    #expect(URLParts("google.navigation:q=1,2").queryItems.isEmpty)
    #expect(URLParts("x://#?a=1").queryItems.isEmpty)
  }

  @Test func theLastOfANameCountsInTheDictionary() {
    #expect(URLParts("x://?a=1&b=2&a=3&c").queryDictionary == ["a": "3", "b": "2"])
    #expect(URLParts("x://?a=1&a").queryDictionary == [:])
  }
}
