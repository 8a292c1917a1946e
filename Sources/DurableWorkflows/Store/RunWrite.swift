public import Foundation

/// A write by the worker of a run.
@_spi(Stores) public struct RunWrite: Hashable, Sendable {
  /// The identifier of the run.
  @_spi(Stores) public var run: String
  /// The number of the claim.
  @_spi(Stores) public var epoch: Int
  /// The token of the write, by which a repeated write is recognized.
  @_spi(Stores) public var token: Int
  /// The changes to write, in order.
  @_spi(Stores) public var changes: [RunChange<Data>]
  /// What happens to the run after the write.
  @_spi(Stores) public var continuation: RunContinuation<Data>

  /// Creates a write.
  @_spi(Stores) public init(
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

extension RunWrite {
  /// Whether one of the changes counts as progress of the run.
  package var movesOn: Bool { changes.contains { $0.movesOn } }
}

/// The result of a write.
@_spi(Stores) public enum WriteAnswer: Hashable, Sendable {
  /// The write was done, at a time of the store.
  case kept(at: StoreTime)
  /// The run belongs to another worker, or to none, and nothing was written.
  case lost
  /// The run was cancelled, so that it cannot end with a value, and nothing was written.
  case cancelled
}
