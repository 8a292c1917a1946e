public import Foundation

/// The news of a run that a worker has.
public struct RunNews: Hashable, Sendable {
  /// The identifier of the run.
  public var id: String
  /// The number of the claim.
  public var epoch: Int
  /// The time of the store.
  public var now: StoreTime
  /// Whether the run has been cancelled.
  public var isCancelRequested: Bool
  /// Whether the run is paused, so that its worker gives it back.
  public var isPaused: Bool
  /// The signals that were sent to the run.
  public var signals: [String: RunRow<Data>.Signal]

  /// Creates news.
  public init(
    id: String,
    epoch: Int,
    now: StoreTime,
    isCancelRequested: Bool,
    isPaused: Bool = false,
    signals: [String: RunRow<Data>.Signal]
  ) {
    self.id = id
    self.epoch = epoch
    self.now = now
    self.isCancelRequested = isCancelRequested
    self.isPaused = isPaused
    self.signals = signals
  }
}
