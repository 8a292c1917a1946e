/// Text as HTML has it.
package enum HTMLText {
  /// Text for an attribute in double quotes, or for between elements.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - isASCII: Whether to write everything else than ASCII as a character reference.
  /// - Returns: The text with character references.
  package static func escaped(_ text: String, isASCII: Bool = false) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      // A parser would make a line feed of it, and of both together just one.
      case "\r": result += "&#13;"
      case _ where isASCII && !scalar.isASCII:
        result += "&#x\(String(scalar.value, radix: 16, uppercase: true));"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
