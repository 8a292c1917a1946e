internal import Foundation

/// A message from outside that a run can wait for: an approval, a payment, the end of a download.
///
/// ```swift
/// let approval = Signal<Approval>("approval")
/// ```
///
/// Send a signal with ``DurableRuns/send(_:to:of:)``, or to a run in memory with
/// ``Workflows/WorkflowRun/send(_:to:)``, and wait for it with ``WaitForSignal``.
public struct Signal<Value: Codable & Sendable>: Hashable, Sendable {
  /// The name under which the signal is stored.
  ///
  /// A run takes one signal of a name, for all its waits.
  public let name: String

  /// Creates a signal.
  ///
  /// - Parameter name: The name under which the signal is stored.
  public init(_ name: String) { self.name = name }

  /// Returns a value to send together with the submission of a run.
  public func with(_ value: Value) -> SignalValue {
    SignalValue(name: name) { codec in try codec.encode(value) }
  }
}

/// A signal with its value, to send together with the submission of a run.
///
/// Create it with ``Signal/with(_:)``.
public struct SignalValue: Sendable {
  /// The name of the signal.
  public let name: String
  let encode: @Sendable (any RunCodec) throws -> Data
}
