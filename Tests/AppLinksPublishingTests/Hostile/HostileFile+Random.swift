extension HostileFile {
  /// Returns files of random rules, apps and lists, of a size that varies by orders of magnitude,
  /// and a URL that resembles the patterns.
  static func random(_ random: inout some RandomNumberGenerator) -> HostileFile {
    let pieces = pieces.shuffled(using: &random).prefix(Int.random(in: 2...8, using: &random))
    let length = size(&random, 2_000)
    let rules = (0..<size(&random, 400_000 / (length * 8 + 20))).map { _ in
      rule(Array(pieces), length, &random)
    }
    let ids = (0..<size(&random, 2_000)).map { index in
      "ABCDE12345." + String(repeating: "a", count: length % 200) + "\(index)"
    }
    let values = (0..<size(&random, 20_000)).map { _ in
      #""\#(text(Array(pieces), 4, &random))""#
    }
    return HostileFile(
      "random",
      rules: rules,
      ids: ids,
      more: #""substitutionVariables":{"x":[\#(values.joined(separator: ","))]},"#,
      url: "https://e.com/" + text(Array(pieces), size(&random, 1_500), &random) + "?"
        + text(Array(pieces), size(&random, 1_500), &random) + "#"
        + text(Array(pieces), size(&random, 300), &random)
    )
  }

  /// Text of patterns, URLs and values.
  private static let pieces = [
    "*", "?*", "**", "a", "b", "ab", "/", "//", "../", "$(x)", "$(lang)", "$(region)", "$(none)",
    "$(digit)", "%2f", "%C3%BC", "%", "ü", "e\u{301}", "👩‍👩‍👧‍👦", "a=", "a=b&", "&", "+", ".", "\u{200B}",
  ]

  /// Returns a size from 1 up to a maximum, small ones as often as large ones.
  private static func size(_ random: inout some RandomNumberGenerator, _ maximum: Int) -> Int {
    var size = max(1, maximum)
    while size > 1, Bool.random(using: &random) { size /= 4 }
    return max(1, size)
  }

  private static func text(
    _ pieces: [String],
    _ count: Int,
    _ random: inout some RandomNumberGenerator
  ) -> String {
    (0..<Int.random(in: 0...count, using: &random)).map { _ in
      pieces.randomElement(using: &random) ?? ""
    }
    .joined()
  }

  private static func rule(
    _ pieces: [String],
    _ length: Int,
    _ random: inout some RandomNumberGenerator
  ) -> String {
    var members: [String] = []
    if Bool.random(using: &random) { members.append(#""/":"/\#(text(pieces, length, &random))z""#) }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: members.append(#""?":"\#(text(pieces, length, &random))z""#)
    case 1: members.append(#""?":{"a":"\#(text(pieces, length, &random))z"}"#)
    default: break
    }
    if members.isEmpty { members.append(##""#":"\##(text(pieces, length, &random))z""##) }
    for name in ["exclude", "caseSensitive", "percentEncoded"] {
      if Int.random(in: 0..<4, using: &random) == 0 { members.append(#""\#(name)":false"#) }
    }
    return "{\(members.joined(separator: ","))}"
  }
}
