import AppLinks
import AppLinksTestSupport
import Testing

/// Which targets are on a host, and which only look like it.
@Suite struct TargetHostTests {
  private static let hosts = ["shop.example", "www.shop.example"]

  private func link(to target: String) -> InboundLink {
    inbound(#"{"target_url":"\#(target)"}"#)
  }

  @Test(arguments: [
    "https://shop.example", "https://shop.example/", "http://shop.example/p?a=b#c",
    "https://www.shop.example/p", "HTTPS://Shop.EXAMPLE/p", "https://shop.example./p",
    "https://shop.example:443/p", "http://shop.example:80/p", "https://shop.example.:443",
    "https://shop.example:/p", "https://shop.example?@evil.example",
    "https://shop.example#@evil.example",
    "https://shop.example/@evil.example",
  ])
  func targetsOnMyHosts(_ target: String) {
    #expect(link(to: target).target.text == target)
    #expect(link(to: target).isTarget(on: Self.hosts))
    #expect(InboundLink(target).isTarget(on: Self.hosts))
  }

  @Test(arguments: [
    // Other hosts, which a comparison of text mistakes.
    "https://evil.example", "https://evil.example/shop.example",
    "https://evil.example?shop.example",
    "https://shop.example.evil.example", "https://myshop.example", "https://my.shop.example",
    "https://shop.example..", "https://.shop.example", "https://example", "https://shop",
    "https://.",
    // A user, a password and a port.
    "https://shop.example@evil.example", "https://shop.example:443@evil.example/",
    "https://shop.example:pass@evil.example", "https://user@shop.example",
    "https://evil.example@shop.example", "https://shop.example%40evil.example",
    "https://shop.example%2F@evil.example", "https://shop.example:8443/",
    "https://shop.example:80/",
    "http://shop.example:443/", "https://shop.example:443:443", "https://shop.example:0443",
    // Not what a browser loads.
    "shop.example", "//shop.example/p", "shop://shop.example/p", "ftp://shop.example",
    "javascript://shop.example/%0Aalert(1)", "https:shop.example", "https:/shop.example",
    "https:///shop.example", "httpss://shop.example", "file://shop.example/p",
    // Text that programs read differently.
    "https://shop%2Eexample/", "https://%73hop.example/", "https://ｓhop.example/",
    "https://shop。example/",
  ])
  func targetsElsewhere(_ target: String) {
    #expect(!link(to: target).isTarget(on: Self.hosts))
    #expect(!InboundLink(target).isTarget(on: Self.hosts))
  }

  /// The received URL is the target if there is no App Link, and can be any text.
  @Test(arguments: [
    #"https://shop.example\@evil.example"#, #"https://evil.example\shop.example"#,
    "https://shop.example\n@evil.example", "https://shop.example\t/", " https://shop.example/",
    #"https:\\shop.example"#, "https://shop.example /", "https://shop.example\0.evil.example/",
  ])
  func textThatIsNoURL(_ text: String) {
    #expect(!InboundLink(text).isTarget(on: Self.hosts))
  }

  @Test func myHostsAreNormalizedToo() {
    #expect(link(to: "https://shop.example").isTarget(on: ["SHOP.example."]))
    #expect(link(to: "https://shop.example").isTarget(on: ["shop.example:443"]))
    #expect(link(to: "http://localhost:8080/p").isTarget(on: Set(["localhost:8080"])))
    #expect(!link(to: "http://localhost/p").isTarget(on: ["localhost:8080"]))
    #expect(link(to: "https://[::1]:8443/p").isTarget(on: ["[::1]:8443"]))
  }

  /// U+212A, the sign of kelvin, is a "k" in lowercase.
  @Test func onlyASCIIHasACase() {
    #expect(!InboundLink("https://boo\u{212A}s.example").isTarget(on: ["books.example"]))
    #expect(InboundLink("https://bücher.example").isTarget(on: ["bücher.example"]))
  }

  @Test(arguments: [[], [""], ["."], ["https://shop.example"], ["*"], ["*.example"], ["example"]])
  func noTargetIsOnAHostThatIsNone(_ hosts: [String]) {
    for target in ["https://shop.example/", "https://./", "https:///p", "https://:443/", "x:y"] {
      #expect(!InboundLink(target).isTarget(on: hosts), "\(target)")
    }
  }
}
