package import AppLinks

/// The codes of diagnostics for tags.
extension AppLinkDiagnostic.Code {
  /// A property names a platform that App Links does not define.
  package static let unknownPlatform = Self(rawValue: "unknown-platform")

  /// A property names a key that its platform does not define.
  package static let unknownKey = Self(rawValue: "unknown-key")

  /// A property has too many components and is ignored.
  package static let propertyTooDeep = Self(rawValue: "property-too-deep")

  /// A tag with a key has no `content` attribute.
  package static let missingContent = Self(rawValue: "missing-content")

  /// A value is empty.
  package static let emptyValue = Self(rawValue: "empty-value")

  /// A value has leading or trailing white space, which readers treat as part of the value.
  package static let paddedValue = Self(rawValue: "padded-value")

  /// A value contains a line break or another control character.
  package static let controlCharacter = Self(rawValue: "control-character")

  /// The text of a URL is not a URL.
  package static let unparsableURL = Self(rawValue: "unparsable-url")

  /// An `http` or `https` URL has no host.
  package static let missingHost = Self(rawValue: "missing-host")

  /// A scheme contains an underscore.
  package static let underscoreInScheme = Self(rawValue: "underscore-in-scheme")

  /// The tags of several apps in one group are ambiguous.
  package static let misalignedTags = Self(rawValue: "misaligned-tags")

  /// The `al:web:url` is not a URL.
  ///
  /// The page itself is used instead.
  package static let unparsableWebURL = Self(rawValue: "unparsable-web-url")

  /// The scheme of the `al:web:url` is neither `http` nor `https`.
  ///
  /// The page itself is used instead.
  package static let webURLNotWeb = Self(rawValue: "web-url-not-web")

  /// The `al:web:should_fallback` is neither `true` nor `false`.
  package static let malformedShouldFallback = Self(rawValue: "malformed-should-fallback")

  /// A tag for the web has no effect because another tag takes precedence.
  package static let ignoredWebTag = Self(rawValue: "ignored-web-tag")
}

/// The codes of diagnostics for a page and the way its tags are written.
extension AppLinkDiagnostic.Code {
  /// The page has more App Links tags than the scanner reads.
  package static let tooManyTags = Self(rawValue: "too-many-tags")

  /// A value is longer than the scanner reads.
  package static let valueTooLong = Self(rawValue: "value-too-long")

  /// The page has more bytes than the scanner reads.
  package static let pageTooLong = Self(rawValue: "page-too-long")

  /// The page names a charset that does not exist or is not supported.
  package static let unknownCharset = Self(rawValue: "unknown-charset")

  /// A tag contains bytes that are not text in the charset of the page.
  package static let malformedText = Self(rawValue: "malformed-text")

  /// An App Links property is in the `name` attribute.
  package static let nameInsteadOfProperty = Self(rawValue: "name-instead-of-property")

  /// A property is an App Links property except for its case or white space.
  package static let inexactProperty = Self(rawValue: "inexact-property")
}
