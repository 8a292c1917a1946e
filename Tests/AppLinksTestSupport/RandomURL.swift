package import JSONValues

/// A random text similar to a URL, often unusual.
package func randomURL(_ random: inout some RandomNumberGenerator) -> String {
  let pieces = [
    "x", "a-b.c+d", "://", ":", "/", "//", "?", "&", "&", "=", "=", "#", "%20", "%A0", "%", "+",
    "é", "😀", "host",
    "al_applink_data", "al_applink_data=%7B%7D", "@", ":80", "\"", "{", "}", " ", "..", "fbclid=1",
  ]
  let head =
    ["x://", "https://e.com/", "x:", "", "//", "fb:///"].randomElement(using: &random) ?? ""
  return (0..<Int.random(in: 0..<14, using: &random)).reduce(into: head) { text, _ in
    text += pieces.randomElement(using: &random) ?? ""
  }
}

/// A random JSON object.
package func randomObject(
  _ random: inout some RandomNumberGenerator,
  depth: Int = 3
) -> [String: JSONValue] {
  var members: [String: JSONValue] = [:]
  for _ in 0..<Int.random(in: 0..<5, using: &random) {
    members[randomText(&random)] = randomJSON(&random, depth: depth)
  }
  return members
}

private func randomJSON(_ random: inout some RandomNumberGenerator, depth: Int) -> JSONValue {
  switch Int.random(in: 0..<(depth == 0 ? 5 : 7), using: &random) {
  case 0: .null
  case 1: .bool(.random(using: &random))
  case 2: .integer(.random(in: .min ... .max, using: &random))
  case 3: .double(Double.random(in: -1e9...1e9, using: &random))
  case 4: .string(randomText(&random))
  case 5: .array((0..<3).map { _ in randomJSON(&random, depth: depth - 1) })
  default: .object(randomObject(&random, depth: depth - 1))
  }
}

private func randomText(_ random: inout some RandomNumberGenerator) -> String {
  let letters: [Unicode.Scalar] = [
    "a", "Z", "0", " ", "\"", "\\", "/", "&", "+", "=", "#", "?", "%", ":", "{", "}", "\n", "\0",
    "é", "€", "😀",
    "\u{2028}", "\u{FFFD}",
  ]
  var text = ""
  for _ in 0..<Int.random(in: 0..<8, using: &random) {
    text.unicodeScalars.append(letters.randomElement(using: &random) ?? "x")
  }
  return text
}
