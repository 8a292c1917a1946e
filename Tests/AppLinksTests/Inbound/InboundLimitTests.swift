import AppLinks
import AppLinksTestSupport
import JSONValues
import Testing

@Suite struct InboundLimitTests {
  private func codes(_ link: InboundLink) -> [String] { link.diagnostics.map(\.code.rawValue) }

  @Test(arguments: ["&", "al_applink_data=%7B%7D&", "a", "#"])
  func aURLBeyondTheLimitIsNotRead(_ piece: String) {
    let text = "shop://a?" + String(repeating: piece, count: (10 << 20) / piece.utf8.count)
    let link = InboundLink(text)
    #expect(link.queryItems.isEmpty)
    #expect(link.status == .plain)
    #expect(link.rawData == nil)
    #expect(link.target == link.input)
    #expect(codes(link) == ["url-too-long"])
  }

  @Test func theLimitIsExact() {
    let text = "shop://a?b=c&al_applink_data=%7B%22target_url%22%3A%22b%3A%22%7D"
    let length = text.utf8.count
    #expect(InboundLink(text, maximumLength: length).isAppLink)
    let long = InboundLink(text, maximumLength: length - 1)
    #expect(!long.isAppLink)
    #expect(long.queryItems.isEmpty)
    #expect(codes(long) == ["url-too-long"])
    #expect(InboundLink(text, maximumLength: -1).target.text == text)
  }

  @Test func itemsBeyondTheLimitAreLeftOutAndReported() {
    let most = URLParts.maximumQueryItems
    let items = (0..<most).map { "a\($0)=b" }.joined(separator: "&")
    let exact = InboundLink("shop://a?" + items)
    #expect(exact.queryItems.count == most)
    #expect(codes(exact) == [])
    let data = "&al_applink_data=%7B%22target_url%22%3A%22b%3A%22%7D"
    let more = InboundLink("shop://a?" + items + data)
    #expect(more.queryItems.count == most)
    #expect(more.queryItems.last?.name == "a\(most - 1)")
    #expect(codes(more) == ["query-too-long"])
    #expect(more.target.text == "b:")
  }

  @Test func editingAndRedactionKeepAllItems() {
    let items = Array(repeating: "a=%41", count: 10_000).joined(separator: "&")
    let url = URLParts("shop://a?\(items)&token=x&b=c#d")
    #expect(url.removing("b").text == "shop://a?\(items)&token=x#d")
    #expect(url.removing("a").text == "shop://a?token=x&b=c#d")
    let redacted = URLRedaction.standard.redacted(url.text)
    #expect(redacted == "shop://a?\(items)&token=redacted&b=c#d")
    let sent = try? OutboundData(source: "b:").text(for: url.text, maximumLength: .max)
    #expect(sent?.hasPrefix("shop://a?\(items)&token=x&b=c&al_applink_data=%7B") == true)
    #expect(sent?.hasSuffix("%7D#d") == true)
  }
}
