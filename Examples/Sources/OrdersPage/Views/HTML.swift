/// HTML text, in which interpolated values are escaped unless they are HTML themselves.
struct HTML: ExpressibleByStringInterpolation, Hashable, Sendable {
  private(set) var source: String

  init(stringLiteral value: String) { source = value }

  init(stringInterpolation: StringInterpolation) { source = stringInterpolation.source }

  /// Creates HTML from text that is already escaped.
  init(trusted source: String) { self.source = source }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var source = ""

    init(literalCapacity: Int, interpolationCount: Int) { source.reserveCapacity(literalCapacity) }

    mutating func appendLiteral(_ literal: String) { source += literal }

    mutating func appendInterpolation(_ text: String) { source += HTML.escaped(text) }

    mutating func appendInterpolation(_ number: Int) { source += "\(number)" }

    mutating func appendInterpolation(_ html: HTML) { source += html.source }

    mutating func appendInterpolation(_ parts: [HTML]) {
      for part in parts { source += part.source }
    }

    /// Appends HTML, or nothing for `nil`.
    mutating func appendInterpolation(_ html: HTML?) { source += html?.source ?? "" }
  }

  /// Returns a text escaped for use between tags and in quoted attributes.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\t", "\n", " "...: escaped.unicodeScalars.append(character)
      default: escaped += "\u{FFFD}"
      }
    }
    return escaped
  }
}
