internal import AppLinks
public import AppLinksResolving

extension AppLinkTag {
  /// The tag as HTML, on one line.
  ///
  /// ```swift
  /// AppLinkTag(property: "al:ios:app_name", content: "Socks & Co").html
  /// // <meta property="al:ios:app_name" content="Socks &amp; Co">
  /// ```
  ///
  /// Read from a page in UTF-8, it gives the same property and content again, unless they have a
  /// NUL in them, which no page can have.
  public var html: String { html(isXML: false, isASCII: false) }

  func html(isXML: Bool, isASCII: Bool) -> String {
    var text = "<meta property=\"\(HTMLText.escaped(property, isASCII: isASCII))\""
    if let content { text += " content=\"\(HTMLText.escaped(content, isASCII: isASCII))\"" }
    return text + (isXML ? " />" : ">")
  }
}
