import AppLinksResolving
import Foundation
import Testing

@Suite struct PageKeyTests {
  @Test(
    arguments: [
      ("HTTPS://Shop.example:443#7", "https://shop.example/"),
      ("http://shop.example:80/A?b=C#d", "http://shop.example/A?b=C"),
      ("https://shop.example:8443/", "https://shop.example:8443/"),
      ("shop://Socks/7#a", "shop://Socks/7"),
    ]
  )
  func spellingsShareAKey(_ spelling: String, _ key: String) throws {
    let found = PageKey(try #require(URL(string: spelling)))
    let expected = PageKey(try #require(URL(string: key)))
    #expect(found.description == key)
    #expect(found == expected)
  }
}
