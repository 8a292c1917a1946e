/// A tag of a page that names its address or its apps in a vocabulary other than App Links.
package struct PageTag: Sendable, Hashable, Codable {
  /// The attribute that names the subject of the tag.
  package enum Attribute: String, Sendable, Hashable, Codable {
    case name, property, rel
    case httpEquiv = "http-equiv"
  }

  /// The attribute that names the subject of the tag, which for a link is `rel`.
  package let attribute: Attribute

  /// The subject in lowercase, such as `og:url`, `apple-itunes-app` or `canonical`.
  package let name: String

  /// The value of `content`, or of `href` for a link.
  package let value: String

  /// The line on which the tag begins, counted from 1.
  package let line: Int

  /// The column at which the tag begins, counted from 1 in UTF-8 bytes.
  package let column: Int
}
