import AppLinks
import Foundation
import JSONValues
import Testing

@Suite struct URLTextTests {
  @Test(
    arguments: [
      ("shop://x/a%20b?c=%26", "shop://x/a%20b?c=%26"),
      ("shop://x/é%20b", "shop://x/%C3%A9%20b"),
      ("shop://x?q=é&c=%7B%22%7D", "shop://x?q=%C3%A9&c=%7B%22%7D"),
      ("shop://x#é%7B#😀", "shop://x#%C3%A9%7B%23%F0%9F%98%80"),
      ("shop:https://e.com/é%20", "shop:https://e.com/%C3%A9%20"),
      ("shop://x/[1]?a[]=%5B1%5D", "shop://x/%5B1%5D?a%5B%5D=%5B1%5D"),
      ("http://[::1]/a[b]", "http://[::1]/a%5Bb%5D"),
      ("https://é.example/é", "https://xn--9ca.example/%C3%A9"),
    ]
  )
  func escapesStayAsTheyAre(_ text: String, _ expected: String) {
    let target = AppLinkTarget.apple(.init(rawURL: text))
    #expect(target.rawURL == text)
    #expect(target.url?.absoluteString == expected)
    #expect(InboundLink(text).inputURL?.absoluteString == expected)
  }

  @Test(
    arguments: [
      ("shop://x/a b%20c", "shop://x/a%20b%20c"),
      ("shop://x?a={\"b\":\"%20\"}&c=%7B", "shop://x?a=%7B%22b%22:%22%20%22%7D&c=%7B"),
      ("shop://x?a=b|c%26#^%5E", "shop://x?a=b%7Cc%26#%5E%5E"),
      ("shop://x?a=100%&b=%2&c=%zz%20", "shop://x?a=100%25&b=%252&c=%25zz%20"),
    ]
  )
  func receivedTextThatIsNoURLIsEscapedOnce(_ text: String, _ expected: String) {
    let link = InboundLink(text)
    #expect(link.input.text == text)
    #expect(link.inputURL?.absoluteString == expected)
    #expect(link.targetURL?.absoluteString == expected)
  }

  @Test(arguments: [
    "", " ", "a b", "a\"b", "a<b", "a\\b", "a^b", "a`b", "a{b", "a|b", "a}b", "a%", "a%2", "a%2x",
    "a\0",
  ])
  func textThatIsNoURLIsRefused(_ text: String) {
    #expect(AppLinkTarget.apple(.init(rawURL: text)).url == nil)
  }

  @Test func dataIsEscapedOnceWhateverTheTargetIs() throws {
    for target in [
      "shop://x?q=é", "shop://x?q=[1]", "shop:é", "shop://x#é#", "https://é.example/?é",
    ] {
      let data = OutboundData(source: "https://e.com/?a=é%20", extras: ["b": "%7B"])
      let url = try data.url(for: target)
      let link = InboundLink(url)
      #expect(link.data == data.members, "\(url)")
      #expect(link.diagnostics.isEmpty, "\(url)")
    }
  }
}
