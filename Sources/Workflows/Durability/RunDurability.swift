/// What keeps the state of a durable run: what steps ask it, and tell it.
///
/// A run that is not durable has none, and its steps do without.
package protocol RunDurability: Sendable {
  /// The identifier of the run.
  var id: String { get }

  /// Whether the run was left: parked, or lost to another worker.
  ///
  /// Its steps are cancelled then, which is no cancellation of the run: nothing of it begins, is
  /// written or cleans up any more.
  var isLeft: Bool { get }

  /// Whether the run has been at a place or inside it, in this process or another one.
  func hasTrace(at place: RecordPath) -> Bool

  /// Writes what is not written yet, before something begins that depends on it.
  func flush() async throws

  /// Notes that a step begins that is to be undone later, if it has an effect.
  ///
  /// - Parameters:
  ///   - place: The place of the step.
  ///   - isMarked: Whether its beginning is written, because what is inside has no records.
  /// - Throws: `CancellationError` if the run was left.
  func beginCompensated(at place: RecordPath, isMarked: Bool) async throws

  /// Notes that a step has failed that is to be undone, so that it need not be.
  func compensatedFailed(at place: RecordPath)

  /// Returns the number of the next attempt at a place, once its time has come.
  func nextAttempt(at place: RecordPath) async throws -> Int

  /// Records that an attempt has failed, and returns the number of the next one after a pause.
  func nextAttempt(
    at place: RecordPath,
    after failed: Int,
    pause: Duration
  ) async throws -> Int

  /// Begins a time limit, or continues it.
  ///
  /// - Returns: The time that is left; zero or less if it is over.
  func beginLimit(_ limit: Duration, at place: RecordPath) -> Duration

  /// Ends a time limit in this process.
  ///
  /// - Parameters:
  ///   - place: The place of the step.
  ///   - isKept: Whether it has ended for good, because the step has ended in time.
  func endLimit(at place: RecordPath, isKept: Bool)

  /// Returns a value that an earlier process has left under a key.
  func recordedValue<Value>(named name: String, as type: Value.Type) -> Value?

  /// Changes the number of tasks of the run that are not suspended for each other.
  func strandsChanged(by difference: Int)
}
