public import Foundation

/// A write of the worker of a run.
public struct RunWrite: Hashable, Sendable {
  /// The identifier of the run.
  public var run: String
  /// The number of the claim.
  public var epoch: Int
  /// The name of the write, to recognise one that is repeated.
  public var token: Int
  /// What is written, in order.
  public var changes: [RunChange<Data>]
  /// What becomes of the run.
  public var continuation: RunContinuation<Data>

  /// Creates a write.
  public init(
    run: String,
    epoch: Int,
    token: Int,
    changes: [RunChange<Data>],
    continuation: RunContinuation<Data>
  ) {
    self.run = run
    self.epoch = epoch
    self.token = token
    self.changes = changes
    self.continuation = continuation
  }
}

/// What becomes of a write.
public enum WriteAnswer: Hashable, Sendable {
  /// It was done, at a time of the store.
  case kept(at: StoreTime)
  /// The run belongs to another worker, or to none, and nothing was written.
  case lost
  /// The run was cancelled, so that it cannot end with a value, and nothing was written.
  case cancelled
}
