import Mustache

/// Text in HTML.
///
/// Text is escaped one Unicode scalar at a time: a quotation mark with a combining mark is one
/// character, and ends an attribute all the same.
struct EscapedText: MustacheContentType {
  /// The name in the templates.
  static let name = "SCREEN"

  func escapeText(_ text: String) -> String { Self.escaped(text) }

  static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { html, scalar in
      switch scalar {
      case "&": html += "&amp;"
      case "<": html += "&lt;"
      case ">": html += "&gt;"
      case "\"": html += "&quot;"
      case "'": html += "&#39;"
      default: html.unicodeScalars.append(scalar)
      }
    }
  }
}
