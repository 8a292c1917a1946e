internal import AppLinks

/// A URL as a shape and the parameters in it, for comparisons across the pages of a site.
///
/// `/socks/7?size=40` has the shape of all URLs with two segments and a `size`, and the parameters
/// `socks`, `7` and `40`.
struct SitePlace {
  /// The scheme of an app, the number of segments, and the names in the query.
  let shape: String

  /// The scheme of an app, which is empty for a page.
  let scheme: String

  /// The segments, and then the values of the query by name, as written.
  let written: [String]

  /// The segments and the values in lowercase.
  let parameters: [String]

  /// The names in the query.
  private let names: [String]

  /// The number of segments at the beginning of ``parameters``.
  let segmentCount: Int

  /// The maximum number of segments and of items that are compared.
  private static let maximumParameters = 16

  /// Reads a URL, or returns `nil` if it has too many parameters.
  init?(_ url: String) {
    let parts = URLParts(url)
    let segments = parts.pathSegments
    let items = parts.queryItems.filter { !$0.name.isEmpty }.sorted { $0.name < $1.name }
    guard segments.count <= Self.maximumParameters, items.count <= Self.maximumParameters else {
      return nil
    }
    names = items.map { PercentCoding.encode($0.name.utf8) }
    scheme = parts.isWeb ? "" : parts.normalizedScheme
    shape = "\(scheme):\(segments.count)?" + names.joined(separator: "&")
    written = segments + items.map { $0.value ?? "" }
    parameters = written.map { $0.lowercased() }
    segmentCount = segments.count
  }

  var segments: ArraySlice<String> { parameters[..<segmentCount] }

  /// The first segment, which is that of a section of a site.
  var section: String { segments.first ?? "" }

  /// Returns the name of a parameter, or `nil` for a segment.
  func name(at index: Int) -> String? {
    names.indices.contains(index - segmentCount) ? names[index - segmentCount] : nil
  }

  /// The shape and the parameters, which are equal for URLs with the same content.
  var key: [String] { [shape] + parameters }

  /// The parameters, and the last number in each, which can be an identifier in a name.
  var candidates: [String] { parameters + parameters.map(Self.lastNumber) }

  /// Whether a place is the same, below the other one, or in another language.
  ///
  /// Pages of a list, reviews and translations open the same content of an app.
  func isRelated(to other: SitePlace) -> Bool {
    let (left, right) = (withoutLanguage, other.withoutLanguage)
    if left.language != right.language { return true }
    let (short, long) = left.segments.count < right.segments.count ? (left, right) : (right, left)
    return long.segments.starts(with: short.segments)
      && (!short.segments.isEmpty || long.segments.isEmpty)
  }

  private var withoutLanguage: (language: String?, segments: ArraySlice<String>) {
    guard let first = segments.first, Self.isLanguage(first) else { return (nil, segments) }
    return (first, segments.dropFirst())
  }

  /// Returns whether a segment is the tag of a language, such as `de` or `pt-br`.
  private static func isLanguage(_ text: String) -> Bool {
    let parts = text.utf8.split(whereSeparator: {
      $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    })
    return (1...2).contains(parts.count)
      && parts.allSatisfy { $0.count == 2 && $0.allSatisfy(\.isASCIILetter) }
  }

  private static func lastNumber(_ text: String) -> String {
    guard let end = text.utf8.lastIndex(where: \.isASCIIDigit) else { return "" }
    let digits = text.utf8[...end]
    let start = digits.lastIndex { !$0.isASCIIDigit }
    return String(Substring(start.map { digits[digits.index(after: $0)...] } ?? digits))
  }

  /// Returns whether one parameter is the other one and more, as `7-red` and `7` are.
  static func isVariant(_ left: String, _ right: String) -> Bool {
    let (short, long) = left.utf8.count < right.utf8.count ? (left, right) : (right, left)
    guard !short.isEmpty, long.utf8.starts(with: short.utf8) else { return false }
    return long.utf8.dropFirst(short.utf8.count).first?.isASCIIAlphanumeric != true
  }
}
