import ToolSupport

extension String {
  /// The beginning of a name, as lists, headings and sentences show it.
  ///
  /// A name has any length, and a character of it any number of scalars.
  package var shortened: String { cut(to: 160) }

  /// A name for the tip over its beginning; `nil` for a name that is shown whole.
  var tip: String? { unicodeScalars.count > 160 ? cut(to: 2000) : nil }

  func cut(to limit: Int) -> String {
    let start = unicodeScalars.prefix(limit)
    let isWhole = start.endIndex == unicodeScalars.endIndex
    return (isWhole ? self : String(start) + "…").printable
  }
}
