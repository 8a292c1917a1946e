import Foundation

/// Makes text stand out on a terminal.
struct TextStyle: Sendable {
  /// What text is to look like, with the number of its control sequence.
  enum Look: Int {
    case bold = 1
    case dim = 2
    case red = 31
    case green = 32
    case yellow = 33
    case blue = 34
  }

  /// Whether text is changed at all.
  let isOn: Bool

  func callAsFunction(_ text: String, _ look: Look) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(look.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// Whether what is written to a file descriptor may be coloured.
  ///
  /// That is if it is a terminal other than a dumb one, and the user has not set `NO_COLOR`.
  static func suits(_ descriptor: Int32, _ environment: [String: String]) -> Bool {
    isatty(descriptor) == 1 && allowsColor(environment)
  }

  static func allowsColor(_ environment: [String: String]) -> Bool {
    (environment["NO_COLOR"] ?? "").isEmpty && (environment["TERM"] ?? "dumb") != "dumb"
  }
}
