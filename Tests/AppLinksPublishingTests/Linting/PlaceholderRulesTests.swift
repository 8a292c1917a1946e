import AppLinks
import AppLinksPublishing
import Testing

@Suite struct PlaceholderRulesTests {
  private func isPlaceholder(_ property: String, _ value: String) -> Bool {
    AppLinkLinter().lint(page((property, value)))
      .contains { $0.code == .placeholderValue && $0.subject == property }
  }

  @Test(arguments: [
    "shop://undefined", "shop://socks/undefined", "shop://socks/null/7", "shop:undefined",
    "shop://socks?id=null", "shop://socks?a=1&id=Undefined", "shop://socks/NaN",
    "shop://socks/%5Bobject%20Object%5D", "shop://socks/%7B%7Bid%7D%7D",
    "shop://socks?id=$%7Bid%7D",
    "https://localhost/socks", "http://localhost:3000/", "http://127.0.0.1:8080/",
    "https://shop.localhost/", "http://[::1]/", "http://0.0.0.0:80/",
  ])
  func aURLWithAPlaceholderIsFound(_ url: String) {
    #expect(isPlaceholder("al:ios:url", url))
    #expect(isPlaceholder("al:web:url", url))
  }

  @Test(arguments: [
    "shop://socks/7", "shop://nullify/undefineds", "shop://localhost/", "https://shop.example/0",
    "https://localhost.example/", "shop://socks?q=what%20is%20null", "shop://a?id=0&b",
    "https://127.example/", "shop://a?undefined", "shop://", "shop://nan",
  ])
  func otherURLs(_ url: String) {
    #expect(!isPlaceholder("al:ios:url", url))
    #expect(!isPlaceholder("al:web:url", url))
  }

  @Test(arguments: [
    ("al:ios:app_name", "null"), ("al:ios:app_name", "undefined"),
    ("al:android:app_name", "(null)"),
    ("al:ios:app_store_id", "0"), ("al:ipad:app_store_id", "000000"),
    ("al:ios:app_store_id", "null"), ("al:android:package", "undefined"),
    ("al:windows:app_id", "00000000-0000-0000-0000-000000000000"),
    ("al:web:should_fallback", "undefined"),
  ])
  func aPlaceholderIsFound(_ property: String, _ value: String) {
    #expect(isPlaceholder(property, value))
  }

  @Test(arguments: [
    ("al:ios:app_name", "Null Island"), ("al:ios:app_name", "0"), ("al:ios:app_store_id", "10"),
    ("al:android:package", "com.example.zero"), ("al:web:should_fallback", "false"),
  ])
  func whatOnlyLooksLikeAPlaceholderIsNot(_ property: String, _ value: String) {
    #expect(!isPlaceholder(property, value))
  }
}
