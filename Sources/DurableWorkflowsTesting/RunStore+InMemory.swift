@_spi(Stores) public import DurableWorkflows
internal import Foundation

extension RunStore {
  /// Creates an empty store of durable runs, which lives as long as its process and has the time of
  /// the machine.
  ///
  /// - Returns: The store.
  public static func inMemory() -> RunStore {
    .inMemory(now: Int(Date().timeIntervalSince1970 * 1000), clock: ContinuousClock())
  }

  /// Creates an empty store of durable runs for tests, whose time is that of a clock.
  ///
  /// Give a manual clock to the store and to
  /// ``/DurableWorkflows/DurableRuns``, and days pass in no time:
  ///
  /// ```swift
  /// let clock = ManualClock()
  /// let runs = try DurableRuns(
  ///   store: .inMemory(clock: clock),
  ///   workflows: [fulfil.durable()],
  ///   clock: clock
  /// )
  /// ```
  ///
  /// - Parameters:
  ///   - now: The time at which the store begins, in milliseconds since 1970.
  ///   - clock: The clock that advances the time of the store.
  /// - Returns: The store.
  public static func inMemory(
    now: StoreTime = 0,
    clock: any Clock<Duration>
  ) -> RunStore {
    RunStore(InMemoryRunStore(now: now, clock: clock))
  }
}
