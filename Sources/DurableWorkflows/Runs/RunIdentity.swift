/// The identifier of a run, compared by bytes as databases do: a text that is canonically
/// equivalent but has other bytes identifies another run.
struct RunIdentity: Hashable, Sendable {
  private let text: String

  init(_ text: String) { self.text = text }

  static func == (one: RunIdentity, other: RunIdentity) -> Bool {
    one.text.utf8.elementsEqual(other.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    // No UTF-8 text contains this byte.
    hasher.combine(UInt8.max)
  }
}
