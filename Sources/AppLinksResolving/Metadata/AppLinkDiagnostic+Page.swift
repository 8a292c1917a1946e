public import AppLinks

/// What can be wrong with tags.
extension AppLinkDiagnostic.Code {
  /// A property names a platform that App Links does not know.
  public static let unknownPlatform = Self(rawValue: "unknown-platform")

  /// A property names a key that its platform does not have.
  public static let unknownKey = Self(rawValue: "unknown-key")

  /// A property has so many components that it is left out.
  public static let propertyTooDeep = Self(rawValue: "property-too-deep")

  /// A tag with a key has no attribute `content`.
  public static let missingContent = Self(rawValue: "missing-content")

  /// A value is empty.
  public static let emptyValue = Self(rawValue: "empty-value")

  /// A value has white space around it, which readers take as a part of it.
  public static let paddedValue = Self(rawValue: "padded-value")

  /// A value has a line break or another control character in it.
  public static let controlCharacter = Self(rawValue: "control-character")

  /// What should be a URL is none.
  public static let unparsableURL = Self(rawValue: "unparsable-url")

  /// A URL of the web has no host.
  public static let missingHost = Self(rawValue: "missing-host")

  /// A scheme has an underscore in it.
  public static let underscoreInScheme = Self(rawValue: "underscore-in-scheme")

  /// Tags of several apps in one group cannot be told apart.
  public static let misalignedTags = Self(rawValue: "misaligned-tags")

  /// The `al:web:url` is no URL, and the page itself is taken instead.
  public static let unparsableWebURL = Self(rawValue: "unparsable-web-url")

  /// The `al:web:url` has another scheme than those of the web, and the page itself is taken
  /// instead.
  public static let webURLNotWeb = Self(rawValue: "web-url-not-web")

  /// The `al:web:should_fallback` is neither `true` nor `false`.
  public static let malformedShouldFallback = Self(rawValue: "malformed-should-fallback")

  /// A tag of the web that does not count, because another one does.
  public static let ignoredWebTag = Self(rawValue: "ignored-web-tag")
}

/// What can be odd about a page and the way its tags are written.
extension AppLinkDiagnostic.Code {
  /// The page has more App Links tags than the scanner keeps.
  public static let tooManyTags = Self(rawValue: "too-many-tags")

  /// A value is longer than the scanner keeps.
  public static let valueTooLong = Self(rawValue: "value-too-long")

  /// The page has more bytes than the scanner reads.
  public static let pageTooLong = Self(rawValue: "page-too-long")

  /// The page names a charset that does not exist or is not known here.
  public static let unknownCharset = Self(rawValue: "unknown-charset")

  /// A tag holds bytes that are not text in the charset of the page.
  public static let malformedText = Self(rawValue: "malformed-text")

  /// A property of App Links is in the attribute `name`.
  public static let nameInsteadOfProperty = Self(rawValue: "name-instead-of-property")

  /// A property would be one of App Links, but for its case or white space.
  public static let inexactProperty = Self(rawValue: "inexact-property")
}
