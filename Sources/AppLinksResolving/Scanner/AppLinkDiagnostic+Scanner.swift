public import AppLinks

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
