package import Foundation

/// The interface through which steps read and record the state of a durable run.
///
/// A run that is not durable has none.
package protocol RunDurability: Sendable {
  /// The identifier of the run.
  var id: String { get }

  /// Whether the run was left: parked, or lost to another worker.
  ///
  /// Its steps are then cancelled, which does not cancel the run: no step begins, writes or cleans
  /// up anymore.
  var isLeft: Bool { get }

  /// The time of the store, as estimated by this process, in milliseconds.
  var now: Int { get }

  /// Whether the run has been at a place or inside it, in this process or another one.
  func hasTrace(at place: RecordPath) -> Bool

  /// Writes pending records, before something begins that depends on them.
  func flush() async throws

  /// Notes the start of a step that has to be undone later if it has an effect.
  ///
  /// - Parameters:
  ///   - place: The place of the step.
  ///   - isMarked: Whether its start is written, because its parts have no records.
  /// - Throws: `CancellationError` if the run was left.
  func beginCompensated(at place: RecordPath, isMarked: Bool) async throws

  /// Notes that a step with a compensation has failed, so that it need not be undone.
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
  /// - Returns: The remaining time; zero or less if the limit has passed.
  func beginLimit(_ limit: Duration, at place: RecordPath) -> Duration

  /// Ends a time limit in this process.
  ///
  /// - Parameters:
  ///   - place: The place of the step.
  ///   - isKept: Whether the limit has ended permanently, because the step has ended in time.
  func endLimit(at place: RecordPath, isKept: Bool)

  /// Notes the number of elements of a step, by which its progress is measured.
  func begin(elements count: Int, at place: RecordPath)

  /// Encodes a value with the codec of the run.
  func encode(_ value: some Encodable) throws -> Data

  /// Decodes a value with the codec of the run.
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value

  /// Returns the encoded output that is recorded at a place.
  func record(at place: RecordPath) -> Data?

  /// Records the output of a step.
  ///
  /// - Parameters:
  ///   - output: The output, encoded.
  ///   - type: The type of the output, for messages.
  ///   - place: The place of the step.
  ///   - values: The values that the step has set or removed, by their keys.
  ///   - began: The time at which the step began.
  /// - Throws: An error of the output or of a value that cannot be recorded.
  func record(
    _ output: Data,
    type: String,
    at place: RecordPath,
    values: [String: (any Sendable)?],
    began: Int
  ) throws

  /// Leaves the run alone, for a reason that a person has to examine.
  ///
  /// - Returns: The error with which the step has to end.
  func setAside(_ reason: String) -> CancellationError

  /// Undoes all child runs of a step.
  ///
  /// - Parameters:
  ///   - place: The place of the step.
  ///   - isRecorded: Whether one of them has succeeded, so that one has to exist.
  /// - Throws: An error if that child no longer exists, and `CancellationError` if this process has
  ///   left the run.
  func undoChildren(at place: RecordPath, isRecorded: Bool) async throws

  /// Returns a value that an earlier process has stored under a key.
  func recordedValue<Value>(named name: String, as type: Value.Type) -> Value?

  /// Changes the number of tasks of the run that are not suspended to wait for each other.
  func strandsChanged(by difference: Int)
}
