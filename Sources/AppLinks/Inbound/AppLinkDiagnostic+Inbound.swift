/// What can be odd about a received link.
extension AppLinkDiagnostic.Code {
  /// Repaired: the data was cut at an `&` or `#` that its sender had not escaped.
  public static let dataCut = Self(rawValue: "data-cut")

  /// Repaired: the data was escaped twice.
  public static let dataEscapedTwice = Self(rawValue: "data-escaped-twice")

  /// Repaired: the data was in the fragment and not in the query.
  public static let dataInFragment = Self(rawValue: "data-in-fragment")

  /// Repaired: spaces between the parts of the data were written as `+`.
  public static let dataWithPlus = Self(rawValue: "data-with-plus")

  /// Repaired: escaped bytes of the data were not UTF-8, and became U+FFFD.
  public static let dataNotUTF8 = Self(rawValue: "data-not-utf8")

  /// Repaired: text behind the end of the data was ignored.
  public static let dataTrailingText = Self(rawValue: "data-trailing-text")

  /// There is data several times; the last counts.
  public static let dataRepeated = Self(rawValue: "data-repeated")

  /// The data is no JSON.
  public static let dataNotJSON = Self(rawValue: "data-not-json")

  /// The data is JSON, but no object.
  public static let dataNotObject = Self(rawValue: "data-not-object")

  /// The data is of a version of the protocol that is not known here.
  public static let unsupportedVersion = Self(rawValue: "unsupported-version")

  /// The data has no `target_url`, or it is no string.
  public static let missingTargetURL = Self(rawValue: "missing-target-url")

  /// The `target_url` is no URL.
  public static let unparsableTargetURL = Self(rawValue: "unparsable-target-url")

  /// The `extras` are no object.
  public static let extrasNotObject = Self(rawValue: "extras-not-object")

  /// The `referer_app_link` lacks its `url` or `app_name`, or has something else there than text.
  public static let incompleteReferrer = Self(rawValue: "incomplete-referrer")

  static let recoveries: Set<Self> = [
    .dataCut, .dataEscapedTwice, .dataInFragment, .dataWithPlus, .dataNotUTF8, .dataTrailingText,
  ]
}
