import AppLinks
import AppLinksTestSupport
import TestSupport
import Testing

@Suite struct URLEditingTests {
  @Test(arguments: [
    ("x://", "x://?n=v"), ("x://h/p", "x://h/p?n=v"), ("x://?", "x://?n=v"),
    ("x://?a=1", "x://?a=1&n=v"),
    ("x://?a=1&", "x://?a=1&n=v"), ("x://#f", "x://?n=v#f"), ("x://?a#f?b", "x://?a&n=v#f?b"),
    ("x://#", "x://?n=v#"), ("x://?#", "x://?n=v#"),
    ("x://?n=old", "x://?n=v"), ("x://?n", "x://?n=v"), ("x://?n=old&a=1", "x://?a=1&n=v"),
    ("x://?a=1&n=old&b=2", "x://?a=1&b=2&n=v"), ("x://?n=1&a&n=2&&n", "x://?a&&n=v"),
    ("x://?%6E=old&N=keep", "x://?N=keep&n=v"), ("x://?nn=1&an=2", "x://?nn=1&an=2&n=v"),
    ("mailto:a@b", "mailto:a@b?n=v"), ("fb:///?app_id=1", "fb:///?app_id=1&n=v"),
    ("X://H/é?%zz=+&\"#\\", "X://H/é?%zz=+&\"&n=v#\\"), ("", "?n=v"),
  ])
  func setsAParameterAndNothingElse(_ text: String, _ expected: String) {
    #expect(URLParts(text).setting("n", to: "v").text == expected)
  }

  @Test(arguments: [
    ("x://?n=1", "x://"), ("x://?a&n=1#f", "x://?a#f"), ("x://?a", "x://?a"), ("x://?", "x://?"),
    ("x://?n&n=2#", "x://#"), ("x://", "x://"),
  ])
  func removesAParameterAndNothingElse(_ text: String, _ expected: String) {
    #expect(URLParts(text).removing("n").text == expected)
  }

  @Test func escapesEverythingThatIsReserved() {
    let text = String(decoding: (0x20...0x7E) as ClosedRange<UInt8>, as: UTF8.self)
    let parts = URLParts("x:").setting("a b", to: text + "é\n")
    #expect(
      parts.text
        == "x:?a%20b=%20%21%22%23%24%25%26%27%28%29%2A%2B%2C-.%2F0123456789%3A%3B%3C%3D%3E%3F%40"
        + "ABCDEFGHIJKLMNOPQRSTUVWXYZ%5B%5C%5D%5E_%60abcdefghijklmnopqrstuvwxyz%7B%7C%7D~%C3%A9%0A"
    )
    #expect(parts.queryItems.map(\.value) == [text + "é\n"])
  }

  @Test(arguments: 0..<10)
  func randomURLsKeepAllOtherBytes(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<200 {
      let text = randomURL(&random)
      let value = randomURL(&random)
      let before = URLParts(text)
      let after = before.setting("al_applink_data", to: value)

      #expect(after.queryItems.last?.value == value)
      #expect(after.queryItems.count { $0.name == "al_applink_data" } == 1)
      #expect(after.scheme == before.scheme)
      #expect(after.authority == before.authority)
      #expect(after.path == before.path)
      #expect(after.fragment == before.fragment)
      let others = before.queryItems.filter { $0.name != "al_applink_data" }.map(\.rawText)
      let isOpen = before.queryItems.last?.rawText == ""
      let kept = after.queryItems.dropLast().map(\.rawText)
      #expect(kept == (isOpen ? others.dropLast() : others))
      #expect(after.setting("al_applink_data", to: value) == after)
    }
  }
}
