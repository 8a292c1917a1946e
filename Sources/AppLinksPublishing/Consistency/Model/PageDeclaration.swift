package import AppLinks

/// A statement of a page about its address or about an app that shows it, in any vocabulary.
package struct PageDeclaration: Sendable, Hashable, Codable {
  /// The tags that make the statement.
  package enum Vocabulary: String, Sendable, Hashable, CaseIterable, Codable {
    /// The tags of App Links, whose property begins with `al:`.
    case appLinks

    /// The tags of Twitter cards, whose name begins with `twitter:app:`.
    case twitterCard

    /// The tag `apple-itunes-app` of the banner in Safari.
    case smartBanner

    /// The link with `rel="canonical"`.
    case canonical

    /// The tag `og:url`.
    case openGraph

    /// The tag with `http-equiv="refresh"`.
    case refresh

    /// A link with `rel="alternate"` to an app, such as `android-app://com.example.shop/shop/7`.
    case alternate
  }

  /// The subject of the statement.
  package enum Fact: String, Sendable, Hashable, Codable {
    /// The number of an app in the App Store.
    case appStoreID

    /// The package of an Android app.
    case package

    /// The URL that opens an app.
    case appURL

    /// The name of an app.
    case appName

    /// The bundle identifier of an App Clip.
    case clipBundleID

    /// The address of the page.
    case address

    /// The page to open if no app opens, an `al:web:url`.
    case webURL

    /// The page to which browsers go on.
    case destination
  }

  /// The tags that make the statement.
  package let vocabulary: Vocabulary

  /// The subject of the statement.
  package let fact: Fact

  /// The devices to which it applies, or an empty set for facts about pages.
  package let devices: Set<DeviceIdiom>

  /// The value, such as `123456789`.
  package let value: String

  /// The name of the tag, such as `twitter:app:id:iphone`.
  package let name: String

  /// The line on which the tag begins, counted from 1.
  package let line: Int?

  /// The column at which the tag begins, counted from 1 in UTF-8 bytes.
  package let column: Int?

  /// The tag around the value, or `nil` if another value cannot be written into it.
  let frame: TagFrame?
}

/// The text of a tag around the value of a statement.
struct TagFrame: Sendable, Hashable, Codable {
  /// The element, and the attribute that names its subject, such as `meta name`.
  let start: String

  /// The attribute with the value.
  let attribute: String

  /// The text in the attribute before and after the value.
  var before = ""
  var after = ""

  /// Returns the tag with a value.
  func tag(named name: String, value: String) -> String {
    let content = HTMLText.escaped(before + value + after)
    return "<\(start)=\"\(HTMLText.escaped(name))\" \(attribute)=\"\(content)\">"
  }
}

extension PageDeclaration {
  /// Returns the tag with another value, or `nil` if it cannot be written.
  func corrected(_ value: String) -> String? { frame?.tag(named: name, value: value) }

  /// The name and the line of the tag, as in `'og:url' in line 3`.
  var reference: String { "'\(shown(name))'" + (line.map { " in line \($0)" } ?? "") }
}
