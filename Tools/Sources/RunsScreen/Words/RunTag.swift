/// A tag as people write it: its name, an equals sign, and its value.
package struct RunTag: Sendable {
  package let name: String
  package let value: String

  /// Creates a tag.
  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }

  /// Reads a text; `nil` if it is no tag.
  package init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    self.init(name: String(parts[0]), value: String(parts[1]))
  }

  package var text: String { "\(name)=\(value)" }
}
