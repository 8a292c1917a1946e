/// The escaping of text for HTML.
package enum HTMLText {
  /// Returns text escaped for an attribute in double quotes or for element content.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - isASCII: Whether to replace all characters except ASCII by character references.
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
      // A parser would read a carriage return as a line feed, and both together as one.
      case "\r": result += "&#13;"
      case _ where isASCII && !scalar.isASCII:
        result += "&#x\(String(scalar.value, radix: 16, uppercase: true));"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
