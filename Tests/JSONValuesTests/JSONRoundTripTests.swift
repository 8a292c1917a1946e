import JSONValues
import TestSupport
import Testing

@Suite struct JSONRoundTripTests {
  @Test(arguments: 0..<20)
  func randomValuesSurvive(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<100 {
      let value = JSONValue.random(&random)
      #expect(try JSONValue(parsing: value.encoded()) == value)
      #expect(try JSONValue(parsing: value.encodedBytes()) == value)
    }
  }

  /// Texts that punish a reader which looks at anything more than a few times.
  private static let hostile: [(name: String, text: @Sendable (Int) -> String)] = [
    ("open brackets", { String(repeating: "[", count: $0) }),
    ("numbers", { "[" + String(repeating: "1,", count: $0 / 2) + "1]" }),
    (
      "members", { n in "{" + (0..<n / 12).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}" }
    ),
    ("escapes", { "\"" + String(repeating: "\\n", count: $0 / 2) + "\"" }),
    ("digits", { String(repeating: "7", count: $0) }),
    ("fraction", { "0." + String(repeating: "7", count: $0) }),
    ("lines", { String(repeating: "\n", count: $0) + "x" }),
    ("open string", { "[\"" + String(repeating: "é", count: $0 / 2) }),
    ("pairs", { "[" + String(repeating: "[],", count: $0 / 3) + "[]]" }),
  ]

  @Test(arguments: hostile.indices)
  func takesLinearTime(_ index: Int) {
    let (name, text) = Self.hostile[index]
    let growth = timeGrowth(from: 25_000, to: 400_000) { size in
      let bytes = Array(text(size).utf8)
      return { _ = try? JSONValue(parsing: bytes) }
    }
    #expect(growth < 8, "\(name): \(growth) times as long per byte")
  }
}
