import JSONValues

extension JSONValue {
  /// A value with all kinds of content.
  static func random(_ random: inout some RandomNumberGenerator, depth: Int = 4) -> JSONValue {
    switch Int.random(in: 0..<(depth == 0 ? 5 : 7), using: &random) {
    case 0: .null
    case 1: .bool(.random(using: &random))
    case 2:
      .integer(
        .random(in: .min ... .max, using: &random) >> Int64.random(in: 0..<64, using: &random)
      )
    case 3: randomDouble(&random)
    case 4: .string(randomText(&random))
    case 5:
      .array(
        (0..<Int.random(in: 0..<5, using: &random)).map { _ in .random(&random, depth: depth - 1) }
      )
    default:
      .object(
        Dictionary(
          (0..<Int.random(in: 0..<5, using: &random)).map { _ in
            (randomText(&random), JSONValue.random(&random, depth: depth - 1))
          }
        ) { _, last in last }
      )
    }
  }

  private static func randomDouble(_ random: inout some RandomNumberGenerator) -> JSONValue {
    let value = Double(bitPattern: .random(in: 0...UInt64.max, using: &random))
    return .double(value.isFinite ? value : 0.5)
  }

  static func randomText(_ random: inout some RandomNumberGenerator) -> String {
    let letters: [Unicode.Scalar] = [
      "a", "b", "Z", "0", "9", " ", "\"", "\\", "/", "&", "+", "=", "#", "?", "%", ":", ",", "{",
      "}", "[", "]",
      "\n", "\t", "\0", "\u{1F}", "\u{7F}", "é", "ß", "€", "\u{FEFF}", "\u{2028}", "\u{FFFD}", "😀",
      "\u{10FFFF}",
    ]
    var text = ""
    for _ in 0..<Int.random(in: 0..<12, using: &random) {
      text.unicodeScalars.append(letters.randomElement(using: &random) ?? "x")
    }
    return text
  }
}
