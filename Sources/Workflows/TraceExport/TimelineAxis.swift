/// The time axis of a picture: positions and labels.
struct TimelineAxis {
  /// A labeled time on the axis.
  struct Tick {
    let x: Double
    let label: String
  }

  private let start: Double
  private let length: Double
  private let width: Double

  /// Creates an axis.
  ///
  /// - Parameters:
  ///   - start: The earliest time, in seconds.
  ///   - end: The latest time, in seconds.
  ///   - width: The width of the axis.
  init(from start: Double, to end: Double, width: Double) {
    self.start = start
    length = max(end - start, 1e-6)
    self.width = width
  }

  func position(of time: Double) -> Double {
    min(max((time - start) / length, 0), 1) * width
  }

  /// Times at round distances from the start, far enough apart for their labels.
  var ticks: [Tick] {
    let step = Self.roundStep(atLeast: length * 80 / width)
    return (0...Int(length / step)).map { number in
      let time = Double(number) * step
      return Tick(x: position(of: start + time), label: Self.label(time, step))
    }
  }

  /// Returns the smallest sufficient product of 1, 2 or 5 and a power of ten.
  private static func roundStep(atLeast least: Double) -> Double {
    var power = 1e-6
    while power * 10 <= least { power *= 10 }
    for factor in [1.0, 2, 5] where power * factor >= least { return power * factor }
    return power * 10
  }

  private static func label(_ time: Double, _ step: Double) -> String {
    if time == 0 { return "0" }
    return Duration.seconds(time).short
  }
}
