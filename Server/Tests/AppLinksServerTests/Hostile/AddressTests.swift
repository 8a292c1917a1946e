import AppLinksServer
import JSONValues
import Testing

/// Addresses that are not public, in all spellings: the server does not connect to them.
@Suite struct AddressTests {
  /// Spellings of an IPv4 address that libraries are known to read.
  private static func spellings(_ bytes: [UInt8]) -> [String] {
    let number = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let dotted = bytes.map { "\($0)" }.joined(separator: ".")
    let octal = bytes.map { "0" + String($0, radix: 8) }.joined(separator: ".")
    let hex = bytes.map { "0x" + String($0, radix: 16) }.joined(separator: ".")
    let low = Int(bytes[2]) << 8 | Int(bytes[3])
    let wide = String(
      dotted.unicodeScalars.map { scalar in
        scalar == "." ? Character("\u{3002}") : Character(Unicode.Scalar(scalar.value + 0xFEE0)!)
      }
    )
    let tail = String(low, radix: 16)
    let head = String(Int(bytes[0]) << 8 | Int(bytes[1]), radix: 16)
    return [
      dotted, dotted + ".", octal, hex, "\(number)", "0x" + String(number, radix: 16),
      "0" + String(number, radix: 8), "\(bytes[0]).\(number & 0xFF_FFFF)",
      "\(bytes[0]).\(bytes[1]).\(low)", wide, "[::ffff:\(dotted)]", "[::ffff:\(head):\(tail)]",
      "[::\(dotted)]", "[64:ff9b::\(dotted)]", "[2002:\(head):\(tail)::]",
      dotted.replacing(".", with: "%2E"), "\(dotted)%00.example",
    ]
  }

  private static let hosts =
    [
      [127, 0, 0, 1], [127, 1, 2, 3], [10, 0, 0, 1], [172, 16, 0, 1], [192, 168, 1, 1],
      [169, 254, 169, 254], [100, 64, 0, 1], [0, 0, 0, 0], [198, 18, 0, 1], [224, 0, 0, 1],
      [255, 255, 255, 255],
    ].flatMap(spellings) + [
      "localhost", "LOCALHOST.", "[::1]", "[::]", "[fe80::1]", "[fd00:ec2::254]", "[::1%25lo]",
      "localhost.localdomain", "ip6-localhost",
    ]

  @Test func noConnectionIsMadeToThem() async throws {
    #expect(Self.hosts.count >= 185)
    var options = ServerOptions()
    options.anonymous = ClientLimits(urlsPerMinute: nil)
    try await LiveServer.run(options: options, trusting: ["shop.example"], ports: nil) { live in
      for host in Self.hosts {
        let urls = ["http", "https"].map { live.escaped("\($0)://\(host):\(live.sitePort)/") }
        for url in urls {
          let page = try await live.get("/api/v1/page?url=\(url)")
          #expect(page.problem != nil, "\(url)")
          #expect(try await live.get("/?url=\(url)").status >= 400, "\(url)")
          let why = try await live.get("/api/v1/why?url=\(url)")
          #expect(!why.body.contains(#""outcome":"app""#), "\(url)")
        }
        let batch = try await live.get("/api/v1/index?ids=\(urls.joined(separator: ","))").json
        let entries = try #require(batch.objectValue?.values)
        #expect(entries.allSatisfy { $0["error"]?["message"]?.stringValue?.isEmpty == false })
      }
      #expect(live.site.paths.isEmpty)
      // Not even the beginning of TLS.
      #expect(live.site.connections == 0)
    }
  }

  @Test(arguments: ["http", "https"]) func noRedirectLeadsToThem(_ scheme: String) async throws {
    let site = TestSite { _ in .missing }
    try await LiveServer.run(site, trusting: ["shop.example"], ports: nil) { live in
      site.answer { path in
        guard path == "/from" else { return .page(Pages.socks) }
        return TestSite.Answer(
          status: 302,
          headers: ["Location": "\(scheme)://127.0.0.1:\(live.sitePort)/secret"]
        )
      }
      let reply = try await live.get(live.question("page", "/from"))
      #expect(reply.problem == "address-refused")
      #expect(site.paths == ["/from"])
      #expect(site.connections == 1)
    }
  }
}
