/// A row of numbers drawn as a row of bars: `▁▂▃▅▇█▆▃`.
package struct Sparkline: Hashable, Sendable, CustomStringConvertible {
  private static let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// One character per number.
  package let description: String

  /// Draws the numbers between their lowest and highest; a missing one is a gap.
  ///
  /// If all numbers are equal, the bars have half the height.
  package init(_ values: some Sequence<Double?>) {
    let values = values.map { $0.flatMap { $0.isFinite ? $0 : nil } }
    let known = values.compactMap(\.self)
    guard let lowest = known.min(), let highest = known.max() else {
      description = String(repeating: " ", count: values.count)
      return
    }
    let top = Double(Self.bars.count - 1)
    description = String(
      values.map { value in
        guard let value else { return " " }
        let height = highest > lowest ? (value - lowest) / (highest - lowest) : 0.5
        return Self.bars[Int((height * top).rounded(.toNearestOrAwayFromZero))]
      }
    )
  }
}
