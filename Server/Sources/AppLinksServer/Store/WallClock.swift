import Foundation

/// The time of day, on which nodes agree, and the clock for the server's pauses.
package struct WallClock: Sendable {
  /// Milliseconds since 1970.
  let now: @Sendable () -> Int64

  /// The clock that measures pauses.
  let pauses: any Clock<Duration>

  package init(
    pauses: any Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1000) }
  ) {
    self.now = now
    self.pauses = pauses
  }
}

extension Duration {
  /// The time in milliseconds.
  var milliseconds: Int64 { Int64(self / .milliseconds(1)) }
}
