/// The codes of diagnostics for received links.
extension AppLinkDiagnostic.Code {
  /// Repaired: the data was cut off at an `&` or `#` that its sender did not escape.
  package static let dataCut = Self(rawValue: "data-cut")

  /// Repaired: the data was escaped twice.
  package static let dataEscapedTwice = Self(rawValue: "data-escaped-twice")

  /// Repaired: the data was in the fragment instead of the query.
  package static let dataInFragment = Self(rawValue: "data-in-fragment")

  /// Repaired: spaces between the parts of the data were written as `+`.
  package static let dataWithPlus = Self(rawValue: "data-with-plus")

  /// Repaired: escaped bytes of the data were not UTF-8 and became U+FFFD.
  package static let dataNotUTF8 = Self(rawValue: "data-not-utf8")

  /// Repaired: text after the end of the data was ignored.
  package static let dataTrailingText = Self(rawValue: "data-trailing-text")

  /// The URL is longer than the limit, so neither its query nor its data is read.
  package static let urlTooLong = Self(rawValue: "url-too-long")

  /// The query has more items than the limit, and the others are not available.
  package static let queryTooLong = Self(rawValue: "query-too-long")

  /// The link contains data several times.
  ///
  /// The last one counts.
  package static let dataRepeated = Self(rawValue: "data-repeated")

  /// The data is not JSON.
  package static let dataNotJSON = Self(rawValue: "data-not-json")

  /// The data is JSON, but not an object.
  package static let dataNotObject = Self(rawValue: "data-not-object")

  /// The data has a version of the protocol that is not supported.
  package static let unsupportedVersion = Self(rawValue: "unsupported-version")

  /// The data has no `target_url`, or its value is not a string.
  package static let missingTargetURL = Self(rawValue: "missing-target-url")

  /// The `target_url` is not a URL.
  package static let unparsableTargetURL = Self(rawValue: "unparsable-target-url")

  /// The `extras` are not an object.
  package static let extrasNotObject = Self(rawValue: "extras-not-object")

  /// The `referer_app_link` has no `url` or no `app_name`, or one of them is not a string.
  package static let incompleteReferrer = Self(rawValue: "incomplete-referrer")

  static let recoveries: Set<Self> = [
    .dataCut, .dataEscapedTwice, .dataInFragment, .dataWithPlus, .dataNotUTF8, .dataTrailingText,
  ]
}
