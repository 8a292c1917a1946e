import AppLinks
import Foundation
import TestSupport
import Testing

@Suite struct URLPartsTests {
  @Test(
    arguments: [
      ("https://e.com/a?b=c#d", ["https", "e.com", "/a", "b=c", "d"]),
      ("HTTPS://e.com", ["HTTPS", "e.com", "", nil, nil]),
      ("fb:///?app_id=1", ["fb", "", "/", "app_id=1", nil]),
      ("bolts://", ["bolts", "", "", nil, nil]),
      ("bolts://?x", ["bolts", "", "", "x", nil]),
      ("kifi:/x", ["kifi", nil, "/x", nil, nil]),
      ("mailto:a@b.c", ["mailto", nil, "a@b.c", nil, nil]),
      ("google.navigation:q=1,2", ["google.navigation", nil, "q=1,2", nil, nil]),
      ("soundcloud://users:2400001", ["soundcloud", "users:2400001", "", nil, nil]),
      (
        "nflx://www.netflix.com/login?locale=fr-FR",
        ["nflx", "www.netflix.com", "/login", "locale=fr-FR", nil]
      ),
      ("vnd.youtube://", ["vnd.youtube", "", "", nil, nil]),
      ("applinks_v1://x", ["applinks_v1", "x", "", nil, nil]),
      ("x:y#?a=1#b", ["x", nil, "y", nil, "?a=1#b"]),
      ("a?b?c", [nil, nil, "a", "b?c", nil]),
      ("//e.com/p", [nil, "e.com", "/p", nil, nil]),
      ("1a://b", [nil, nil, "1a://b", nil, nil]),
      (":a", [nil, nil, ":a", nil, nil]),
      ("é:b", [nil, nil, "é:b", nil, nil]),
      ("a b:c", [nil, nil, "a b:c", nil, nil]),
      ("?", [nil, nil, "", "", nil]), ("#", [nil, nil, "", nil, ""]),
      ("", [nil, nil, "", nil, nil]),
    ] as [(String, [String?])]
  )
  func findsTheParts(_ text: String, _ expected: [String?]) {
    let parts = URLParts(text)
    #expect([parts.scheme, parts.authority, parts.path, parts.query, parts.fragment] == expected)
    #expect(parts.text == text)
    #expect(parts.description == text)
  }

  @Test(
    arguments: [
      ("https://e.com/", "e.com"), ("https://u:p@e.com:80/", "e.com"),
      ("https://[::1]:80/", "[::1]"),
      ("https://[::1]/", "[::1]"), ("soundcloud://users:2400001", "users"), ("fb:///x", ""),
      ("x://users:a1", "users:a1"), ("https://a@b@c/", "c"), ("mailto:a@b", nil),
    ] as [(String, String?)]
  )
  func findsTheHost(_ text: String, _ host: String?) {
    #expect(URLParts(text).host == host)
  }

  @Test func tellsTheWebFromApps() {
    #expect(URLParts("HtTpS://e.com").isWeb)
    #expect(URLParts("http://e.com").isWeb)
    #expect(!URLParts("httpx://e.com").isWeb)
    #expect(!URLParts("e.com").isWeb)
    #expect(URLParts("https://u@e.com").hasUserInfo)
    #expect(!URLParts("https://e.com/@").hasUserInfo)
  }

  @Test func takesFoundationsURLs() throws {
    let base = try #require(URL(string: "https://e.com/a/"))
    let url = try #require(URL(string: "b?c", relativeTo: base))
    #expect(URLParts(url).text == "https://e.com/a/b?c")
  }

  private static let hostile: [(name: String, text: @Sendable (Int) -> String)] = [
    ("questions", { "x://" + String(repeating: "?", count: $0) }),
    ("hashes", { "x://" + String(repeating: "#", count: $0) }),
    ("ampersands", { "x://?" + String(repeating: "&", count: $0) }),
    ("equals", { "x://?" + String(repeating: "=", count: $0) }),
    ("items", { "x://?" + String(repeating: "a=b&", count: $0 / 4) }),
    ("percents", { "x://?a=" + String(repeating: "%", count: $0) }),
    ("escapes", { "x://?a=" + String(repeating: "%41", count: $0 / 3) }),
    ("broken", { "x://?a=" + String(repeating: "%FF", count: $0 / 3) }),
    ("scheme", { String(repeating: "a", count: $0) }),
    ("host", { "x://" + String(repeating: "@:", count: $0 / 2) }),
    ("data", { "x://?" + String(repeating: "al_applink_data={&", count: $0 / 18) }),
    ("cut", { "x://?al_applink_data={" + String(repeating: "%22a%22:1,&", count: $0 / 11) }),
    ("deep", { "x://?al_applink_data=" + String(repeating: "[", count: $0) }),
    ("twice", { "x://?al_applink_data=%257B" + String(repeating: "%2525", count: $0 / 5) }),
    ("fragment", { "x://#" + String(repeating: "?al_applink_data=%7B&", count: $0 / 20) }),
  ]

  @Test(arguments: hostile.indices)
  func everythingTakesLinearTime(_ index: Int) {
    let (name, text) = Self.hostile[index]
    let growth = timeGrowth(from: 3_000, to: 48_000) { size in
      let text = text(size)
      return {
        let link = InboundLink(text)
        _ = link.input.queryDictionary
        _ = link.input.host
        _ = link.input.setting("al_applink_data", to: "x")
        _ = URLRedaction.standard.redacted(text)
      }
    }
    #expect(growth < 8, "\(name): \(growth) times as long per byte")
  }
}
