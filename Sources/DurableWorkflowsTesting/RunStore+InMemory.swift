@_spi(Stores) public import DurableWorkflows

extension RunStore {
  /// Creates an empty store of durable runs for tests, which lives as long as its process.
  ///
  /// The store takes its time from a clock. Give a manual clock to the store and to
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
  ///   - now: The time of the store, in milliseconds since 1970.
  ///   - clock: The clock that advances the time of the store. Without one, no time passes.
  /// - Returns: The store.
  public static func inMemory(
    now: StoreTime = 0,
    clock: (any Clock<Duration>)? = nil
  ) -> RunStore {
    RunStore(InMemoryRunStore(now: now, clock: clock))
  }
}
