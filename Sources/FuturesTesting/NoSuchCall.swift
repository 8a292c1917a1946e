/// The error of answering or awaiting a call that the code under test has not made.
///
/// Its description states which call is missing, which calls were made, and what to do.
public struct NoSuchCall: Error, Hashable, Sendable, CustomStringConvertible {
  /// Why the call does not exist.
  public enum Reason: Hashable, Sendable {
    /// Fewer calls were made.
    case notMade(index: Int)
    /// The call was answered or cancelled before.
    case settled(index: Int)
    /// No call is waiting for an answer.
    case nonePending
    /// Fewer calls were made, or were pending at the same time, during this much real time.
    case tooFew(wanted: Int, within: Duration)
  }

  /// Why the call does not exist.
  public let reason: Reason

  /// The inputs of the calls that were made, in the order of the calls.
  public let inputs: [String]

  /// A message that says which call is missing, which calls were made, and what to do.
  public var description: String {
    let calls = inputs.enumerated().map { "\($0): \($1)" }.joined(separator: ", ")
    return "\(complaint) \(inputs.isEmpty ? "No calls were made." : "Calls: \(calls).") \(advice)"
  }

  private var complaint: String {
    switch reason {
    case .notMade(let index): "There is no call \(index)."
    case .settled(let index): "Call \(index) has settled before."
    case .nonePending: "No call is waiting for an answer."
    case .tooFew(let wanted, let patience):
      "Expected \(wanted) calls, and waited for them for \(patience) of real time."
    }
  }

  private var advice: String {
    switch reason {
    case .settled: "Check whether the code under test has cancelled it."
    case .notMade, .nonePending:
      "Check what the code under test does before; await `waitForCalls(_:)` if a task makes the "
        + "call."
    case .tooFew:
      "Check that the code under test uses this object. `waitForCalls(_:)` counts the calls that "
        + "wait for an answer, `waitForCalls(inAll:)` all."
    }
  }
}
