/// The part of the content that a response contains, such as `bytes 200-999/1000`.
///
/// Positions are counted in bytes, from zero.
struct ContentRange: Equatable {
  let first: Int64
  let last: Int64
  /// The complete length; `nil` if the server does not announce it.
  let total: Int64?

  /// Parses the value of a header field `Content-Range`; returns `nil` if it is malformed.
  init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Int64(ends[0]), let last = Int64(ends[1]) else {
      return nil
    }
    let total = Int64(parts[1])
    if total == nil, parts[1] != "*" { return nil }
    guard first >= 0, first <= last, last < total ?? .max else { return nil }
    (self.first, self.last, self.total) = (first, last, total)
  }

  /// Returns the complete length in the header field `Content-Range` of a response to an
  /// unsatisfiable request, such as `bytes */1000`; `nil` if the field is malformed.
  static func length(ofUnsatisfied text: String) -> Int64? {
    let words = text.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bytes", words[1].hasPrefix("*/") else {
      return nil
    }
    return Int64(words[1].dropFirst(2))
  }
}
