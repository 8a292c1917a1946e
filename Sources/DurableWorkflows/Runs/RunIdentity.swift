/// The identifier of a run as databases compare it, by bytes: a text that only looks the same is
/// that of another run.
struct RunIdentity: Hashable, Sendable {
  private let text: String

  init(_ text: String) { self.text = text }

  static func == (one: RunIdentity, other: RunIdentity) -> Bool {
    one.text.utf8.elementsEqual(other.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    // No byte of a text is this one.
    hasher.combine(UInt8.max)
  }
}
