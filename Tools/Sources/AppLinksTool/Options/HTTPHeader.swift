import ArgumentParser

/// A header field of a request, such as `User-Agent: facebookexternalhit/1.1`.
///
/// A session also rejects invalid header fields (`InvalidRequestError`), but only when there is a
/// request. The tool reports this usage error before it loads anything, and it rejects all control
/// characters, because a terminal does not show them.
struct HTTPHeader {
  let name: String
  let value: String

  static func parse(_ text: String) throws -> HTTPHeader {
    guard let colon = text.firstIndex(of: ":") else {
      throw ValidationError("Write the name, a colon and the value, as in 'Accept-Language: de'.")
    }
    let name = String(text[..<colon])
    guard !name.isEmpty, name.unicodeScalars.allSatisfy(isAllowedInName) else {
      throw ValidationError("'\(name)' is not the name of a header field.")
    }
    let value = text[text.index(after: colon)...]
      .trimmingPrefix { $0 == " " || $0 == "\t" }
    guard value.unicodeScalars.allSatisfy({ $0 == "\t" || $0.value >= 0x20 && $0.value != 0x7F })
    else { throw ValidationError("The value contains a line break or another control character.") }
    return HTTPHeader(name: name, value: String(value))
  }

  /// Returns whether RFC 9110 allows a character in the name of a header field.
  private static func isAllowedInName(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      || "!#$%&'*+-.^_`|~".unicodeScalars.contains(scalar)
  }
}
