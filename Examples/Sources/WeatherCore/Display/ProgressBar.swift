/// A bar that is filled from the left.
struct ProgressBar: Equatable, CustomStringConvertible {
  /// The width in characters.
  let width = 10

  private let filled: Int

  /// Creates a bar that is filled to a fraction from 0 to 1.
  init(_ fraction: Double) {
    filled = Int((min(max(fraction, 0), 1) * 10).rounded(.down))
  }

  var description: String {
    String(repeating: "━", count: filled) + String(repeating: "─", count: width - filled)
  }
}
