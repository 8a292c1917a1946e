import ArgumentParser
import Transfers

/// The addresses of a host, for `--resolve`.
///
/// The notation is that of curl, `HOST:PORT:ADDRESS`, with several addresses separated by commas.
/// Without a port, the addresses apply to all ports of the host.
struct KnownAddress: Hashable {
  /// The host in lowercase, with the port if there is one, as a `NetworkPolicy` names it.
  let place: String

  let addresses: [IPAddress]

  /// Reads the notation.
  ///
  /// - Parameter text: The host, the port and the addresses, separated by colons.
  /// - Returns: The addresses.
  /// - Throws: `ValidationError`, with a message that says what to do, if the text is not in this
  ///   notation.
  static func parse(_ text: String) throws -> KnownAddress {
    guard let colon = text.firstIndex(of: ":") else {
      throw ValidationError("It has no address. \(example)")
    }
    let host = try host(String(text[..<colon]))
    var rest = text[text.index(after: colon)...]
    var place = host
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    if !digits.isEmpty, rest[digits.endIndex...].first == ":" {
      guard let port = UInt16(digits), port > 0 else {
        throw ValidationError("'\(digits)' is not a port. Specify 1 to 65535.")
      }
      place += ":\(port)"
      rest = rest[digits.endIndex...].dropFirst()
    } else if rest.allSatisfy({ $0.isASCII && $0.isNumber }) {
      throw ValidationError("It has no address. \(example)")
    }
    let texts = rest.split(separator: ",", omittingEmptySubsequences: false)
    return KnownAddress(place: place, addresses: try texts.map(address))
  }

  private static let example =
    "Write a host, a port and an address, as in 'shop.example:443:127.0.0.1'."

  private static func host(_ text: String) throws -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
        || "-._".unicodeScalars.contains($0)
    }
    guard isPlain, !text.isEmpty else {
      throw ValidationError("'\(text)' is not the name of a host in ASCII. \(example)")
    }
    if text.allSatisfy({ $0.isNumber || $0 == "." }) {
      throw ValidationError("'\(text)' is an address. \(example)")
    }
    return text.lowercased()
  }

  private static func address(_ text: Substring) throws -> IPAddress {
    let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
    guard let address = IPAddress(String(isBracketed ? text.dropFirst().dropLast() : text)) else {
      throw ValidationError(
        "'\(text)' is not an address. Specify one, as in '127.0.0.1' or '[::1]', and not a name."
      )
    }
    return address
  }
}
