import AppLinks
import AppLinksTestSupport
import JSONValues
import TestSupport
import Testing

/// Random data, damaged in the ways in which senders damage it.
@Suite struct DamagedLinkTests {
  private struct Sample {
    let data: OutboundData
    let json: String

    init(_ random: inout SeededRandom) throws {
      data = OutboundData(
        source: "https://e.com/?a=1&b=2+3&" + randomURL(&random).filter { $0 != "#" },
        data: randomObject(&random).filter { $0.key != "version" },
        extras: randomObject(&random)
      )
      json = try data.json()
    }
  }

  private func check(_ seed: UInt64, _ recovery: String, _ damage: (Sample) -> String) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<40 {
      let sample = try Sample(&random)
      let text = damage(sample)
      let link = InboundLink(text)
      #expect(link.data == sample.data.members, "\(text)")
      #expect(link.recoveries.map(\.rawValue) == [recovery], "\(text)")
      #expect(link.input.text == text)
    }
  }

  @Test(arguments: 0..<5)
  func ampersandsThatAreNotEscaped(_ seed: UInt64) throws {
    try check(seed, "data-cut") { "my://x?k=v&al_applink_data=\(weaklyEscaped($0.json))&fbclid=1" }
    try check(seed, "data-cut") { "my://x?al_applink_data=\(weaklyEscaped($0.json))#top" }
  }

  @Test(arguments: 0..<5)
  func dataThatIsEscapedTwice(_ seed: UInt64) throws {
    try check(seed, "data-escaped-twice") {
      "my://x?al_applink_data=\(escaped(escaped($0.json)))&k=v"
    }
  }

  @Test(arguments: 0..<5)
  func dataInTheFragment(_ seed: UInt64) throws {
    try check(seed, "data-in-fragment") { "my://x?k=v#top?al_applink_data=\(escaped($0.json))" }
    try check(seed, "data-in-fragment") { "my://x#k=v&al_applink_data=\(escaped($0.json))&l" }
  }

  @Test(arguments: 0..<5)
  func spacesThatAreWrittenAsPlus(_ seed: UInt64) throws {
    try check(seed, "data-with-plus") { sample in
      let spaced = "{ " + sample.json.dropFirst()
      return "my://x?al_applink_data=" + escaped(spaced).replacing("%20", with: "+")
    }
  }

  @Test(arguments: 0..<5)
  func dataThatEndsTooEarlyIsNoAppLink(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<40 {
      let value = escaped(try Sample(&random).json)
      let cut = value.prefix(Int.random(in: 0..<value.count, using: &random))
      let link = InboundLink("my://x?al_applink_data=" + cut)
      #expect(link.status == .plain)
      #expect(link.target == link.input)
      #expect(link.rawData == nil)
    }
  }

  @Test(arguments: [
    (#"{"a":"%FF"}x"#, ["data-not-utf8", "data-trailing-text"]),
    (#"{"a":"%FF%E2%82"}xyz&b=1"#, ["data-not-utf8", "data-trailing-text"]),
    (#"{"a":"%FF&b"}&c=1"#, ["data-cut", "data-not-utf8"]),
    (#"{"a":"%FF&b"}"#, ["data-cut", "data-not-utf8"]),
  ])
  func bytesThatAreNotUTF8DoNotHideWhereDataEnds(_ value: String, _ recoveries: [String]) {
    let link = InboundLink("my://x?al_applink_data=\(value)")
    #expect(link.isAppLink)
    #expect(link.recoveries.map(\.rawValue) == recoveries)
  }

  @Test func dataThatIsNotUTF8DoesNotReachIntoTheNext() {
    let first = #"{"a":""# + String(repeating: "%FF", count: 20) + #""}"#
    let link = InboundLink("my://x?al_applink_data=\(first)&al_applink_data=none")
    #expect(!link.isAppLink)
    #expect(link.diagnostics.map(\.code) == [.dataRepeated, .dataNotJSON])
  }

  /// Escaped as by senders that do not escape any character that a query can contain.
  private func weaklyEscaped(_ text: String) -> String {
    let bare = Set("!$&'()*+,-./:;=?@_~".utf8)
    return text.utf8.map { byte in
      bare.contains(byte) ? String(decoding: [byte], as: UTF8.self) : escaped(byte)
    }.joined()
  }

  private func escaped(_ byte: UInt8) -> String {
    if (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    {
      return String(decoding: [byte], as: UTF8.self)
    }
    let digits = String(byte, radix: 16, uppercase: true)
    return "%" + (byte < 16 ? "0" : "") + digits
  }

  private func escaped(_ text: String) -> String { text.utf8.map { escaped($0) }.joined() }
}
