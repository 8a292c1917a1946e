/// Text as HTML has it.
enum HTMLText {
  /// Text for an attribute in double quotes, or for between elements.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - isASCII: Whether to write everything else than ASCII as a character reference.
  /// - Returns: The text with character references.
  static func escaped(_ text: String, isASCII: Bool = false) -> String {
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

extension AppLinkTag {
  /// The tag as HTML, on one line.
  ///
  /// ```swift
  /// AppLinkTag(property: "al:ios:app_name", content: "Socks & Co").html
  /// // <meta property="al:ios:app_name" content="Socks &amp; Co">
  /// ```
  ///
  /// Read from a page in UTF-8, it gives the same property and content again, unless they have a NUL in them,
  /// which no page can have.
  public var html: String { html(isXML: false, isASCII: false) }

  func html(isXML: Bool, isASCII: Bool) -> String {
    var text = "<meta property=\"\(HTMLText.escaped(property, isASCII: isASCII))\""
    if let content { text += " content=\"\(HTMLText.escaped(content, isASCII: isASCII))\"" }
    return text + (isXML ? " />" : ">")
  }
}
