import AppLinks
import AppLinksPublishing
import Testing

@Suite struct URLRulesTests {
  @Test(
    arguments: [
      ("not a url", ["unparsable-url"]), ("a:%zz", ["unparsable-url"]),
      ("socks/7", ["missing-scheme"]), ("//e.com/", ["missing-scheme"]), ("?x", ["missing-scheme"]),
      ("https:e.com", ["missing-host"]), ("https://", ["missing-host"]),
      ("https:/e.com", ["missing-host"]), ("my_shop://x", ["underscore-in-scheme"]),
      ("my_shop://x y", ["unparsable-url", "underscore-in-scheme"]),
      ("javascript:alert(1)", ["refused-scheme"]), ("JavaScript:x", ["refused-scheme"]),
      ("data:text/html,x", ["refused-scheme"]), ("file:///etc/passwd", ["refused-scheme"]),
      ("tel:+15550100", ["sensitive-scheme"]), ("MAILTO:a@b", ["sensitive-scheme"]),
      ("http://e.com/", ["insecure-url"]), ("shop://é", ["unescaped-url"]),
      ("shop://x?al_applink_data=1", ["data-in-url"]),
      ("HTTP://e.com/é?a&al%5Fapplink_data", ["insecure-url", "unescaped-url", "data-in-url"]),
      ("https://e.com/", []), ("shop:", []), ("vnd.youtube://x?a=b%20c#d", []),
    ] as [(String, [String])]
  )
  func urlsOfAppsAreLookedAt(_ url: String, _ codes: [String]) {
    for platform in ["ios", "iphone", "ipad", "windows", "windows_phone", "windows_universal"] {
      let property = "al:\(platform):url"
      #expect(found(page((property, url))) == codes.map { "1:1 \(property) \($0)" })
    }
    let android = found(page(("al:android:package", "a.b"), ("al:android:url", url)))
    #expect(android == codes.map { "2:1 al:android:url \($0)" })
  }

  @Test func eachURLIsLookedAt() {
    let html = page(("al:ios:url", "a b"), ("al:ios:url", "c:"), ("al:ios:url", "d"))
    #expect(found(html) == ["1:1 al:ios:url unparsable-url", "3:1 al:ios:url missing-scheme"])
  }
}
