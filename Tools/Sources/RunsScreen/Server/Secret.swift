/// Texts that cannot be guessed.
package enum Secret {
  /// Returns 128 random bits from the generator of the system.
  package static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(UInt64.random(in: .min ... .max, using: &generator), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Returns whether a text is the secret, in a time that does not depend on where they differ.
  static func isSame(_ text: String, as secret: String) -> Bool {
    let (text, secret) = (Array(text.utf8), Array(secret.utf8))
    guard text.count == secret.count else { return false }
    return zip(text, secret).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
