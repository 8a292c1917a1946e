internal import Foundation

/// A message from outside that a run can wait for: an approval, a payment, the end of a download.
///
/// ```swift
/// let approval = Signal<Approval>("approval")
/// ```
///
/// Send a signal with ``DurableRuns/send(_:to:of:key:)``, or to a run in memory with
/// ``Workflows/WorkflowRun/send(_:to:)``, and wait for it with ``WaitForSignal``.
public struct Signal<Value: Codable & Sendable>: Hashable, Sendable {
  /// The name under which the signal is stored.
  public let name: String
  /// Whether a run keeps all values, and each wait takes the next one.
  let queues: Bool

  /// Creates a signal.
  ///
  /// A run keeps the first value of a signal, for all its waits: an approval is given once. A
  /// signal that queues has many values, such as the messages of a chat:
  ///
  /// ```swift
  /// let messages = Signal<String>("messages", queues: true)
  /// ```
  ///
  /// Each ``Steps/signal(_:key:)`` of a durable function takes the value that arrived first of
  /// those that no other wait has taken. The run keeps the values until it is removed, so it needs
  /// time and memory for all of them. A ``WaitForSignal`` takes no signal that queues.
  ///
  /// - Parameters:
  ///   - name: The name under which the signal is stored.
  ///   - queues: Whether the run keeps all values. Senders and the run use the same.
  public init(_ name: String, queues: Bool = false) {
    self.name = name
    self.queues = queues
  }

  /// Returns a value to send together with the submission of a run.
  public func with(_ value: Value) -> SignalValue {
    SignalValue(name: name, queues: queues) { codec in try codec.encode(value) }
  }
}

/// A signal with its value, to send together with the submission of a run.
///
/// Create it with ``Signal/with(_:)``.
public struct SignalValue: Sendable {
  /// The name of the signal.
  public let name: String
  let queues: Bool
  let encode: @Sendable (any RunCodec) throws -> Data
}
