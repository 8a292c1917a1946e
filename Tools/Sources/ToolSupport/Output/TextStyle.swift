import Foundation

/// The style of emphasized text on a terminal.
package struct TextStyle: Sendable {
  /// An emphasis, with the number of its control sequence.
  package enum Look: Int {
    case bold = 1
    case dim = 2
    case red = 31
    case green = 32
    case yellow = 33
    case blue = 34
  }

  /// Whether text is emphasized at all.
  package let isOn: Bool

  package init(isOn: Bool) { self.isOn = isOn }

  package func callAsFunction(_ text: String, _ look: Look) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(look.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// Returns whether output to a file descriptor can be colored.
  ///
  /// The file descriptor must be a terminal other than a dumb one, and `NO_COLOR` must not be set.
  package static func suits(_ descriptor: Int32, _ environment: [String: String]) -> Bool {
    isatty(descriptor) == 1 && allowsColor(environment)
  }

  package static func allowsColor(_ environment: [String: String]) -> Bool {
    (environment["NO_COLOR"] ?? "").isEmpty && (environment["TERM"] ?? "dumb") != "dumb"
  }
}
