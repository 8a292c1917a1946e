/// The points on which systems are not known to agree, each with another possible reading.
///
/// A matcher decides with the usual reading, and again with each other reading that could matter.
/// If the results differ, the answer is uncertain.
struct Reading: OptionSet, Sendable, Hashable {
  let rawValue: UInt32

  /// Empty segments, `.` and `..` inside a path are resolved.
  static let segments = Reading(rawValue: 1 << 0)

  /// A list of the file replaces the built-in list of the same name.
  static let ownLists = Reading(rawValue: 1 << 1)

  /// A variable without a list matches any text.
  static let unknownVariables = Reading(rawValue: 1 << 2)

  /// The lists of the system have more entries than the standards.
  static let longLists = Reading(rawValue: 1 << 3)

  /// Characters outside ASCII are normalized, and folded where case does not matter.
  static let unicode = Reading(rawValue: 1 << 4)

  /// `?` matches a part of a character outside ASCII, or several characters.
  static let wideCharacters = Reading(rawValue: 1 << 5)

  /// A part with an incorrect escape matches nothing.
  static let brokenEscapes = Reading(rawValue: 1 << 6)

  /// Escapes are replaced before a part is taken apart.
  static let earlyDecoding = Reading(rawValue: 1 << 7)

  /// Names of query items are compared as written.
  static let rawNames = Reading(rawValue: 1 << 8)

  /// Names of query items are compared without case where case does not matter.
  static let foldedNames = Reading(rawValue: 1 << 9)

  /// Characters outside ASCII in the URL are escaped before it is compared.
  static let escapedURL = Reading(rawValue: 1 << 10)

  /// `+` in a query is a space.
  static let plusIsSpace = Reading(rawValue: 1 << 11)

  /// An item without `=` has no value, or an empty path is `/`: an absent part matches.
  static let absentFits = Reading(rawValue: 1 << 12)

  /// A wildcard follows another one.
  static let doubleWildcards = Reading(rawValue: 1 << 13)

  /// A value of `caseSensitive` of the wrong type means `false`.
  static let mistypedCase = Reading(rawValue: 1 << 14)

  /// A value of `percentEncoded` of the wrong type means `false`.
  static let mistypedEscapes = Reading(rawValue: 1 << 15)

  /// Slashes at the beginning and at the end of a path count.
  static let outerSlashes = Reading(rawValue: 1 << 16)

  /// The readings in the set, one by one.
  var each: [Reading] {
    (0..<32).map { Reading(rawValue: 1 << $0) }.filter(contains)
  }

  /// The uncertainty, as the end of a sentence.
  var reason: String {
    switch self {
    case .segments:
      "it is not known whether systems resolve '//', '.' and '..' inside a path before they compare"
    case .ownLists: "it is not known whether a list under a built-in name replaces the built-in one"
    case .unknownVariables: "it is not known what a variable without a list matches"
    case .longLists: "systems differ in which language and region codes they know"
    case .unicode:
      "it is not known how systems compare characters outside ASCII that are written differently"
    case .wideCharacters: "it is not known which characters outside ASCII count as one for '?'"
    case .brokenEscapes: "it is not known how systems treat an incorrect escape in a URL"
    case .earlyDecoding:
      "it is not known whether escapes are replaced before or after the URL is taken apart"
    case .rawNames: "it is not known whether escapes in the names of query items are replaced"
    case .foldedNames: "it is not known whether case matters in the names of query items"
    case .escapedURL: "the URL contains characters outside ASCII, which systems may escape first"
    case .plusIsSpace: "it is not known whether '+' in a query is a space"
    case .absentFits: "it is not known whether a missing path or value fits"
    case .doubleWildcards: "it is not known how a wildcard directly after '*' is read"
    case .outerSlashes:
      "it is not known whether a slash beside a wildcard counts at the beginning or at the end of a "
        + "path"
    case .mistypedCase:
      "it is not known how a value of 'caseSensitive' is read that is not true or false"
    case .mistypedEscapes:
      "it is not known how a value of 'percentEncoded' is read that is not true or false"
    default: "it is not known how systems read this"
    }
  }
}
