public import Foundation

/// The news of a run that a worker has.
@_spi(Stores) public struct RunNews: Hashable, Sendable {
  /// The identifier of the run.
  @_spi(Stores) public var id: String
  /// The number of the claim.
  @_spi(Stores) public var epoch: Int
  /// The time of the store.
  @_spi(Stores) public var now: StoreTime
  /// Whether the run has been cancelled.
  @_spi(Stores) public var isCancelRequested: Bool
  /// Whether the run is paused, so that its worker gives it back.
  @_spi(Stores) public var isPaused: Bool
  /// The signals that were sent to the run.
  @_spi(Stores) public var signals: [String: RunRow<Data>.Signal]

  /// Creates news.
  @_spi(Stores) public init(
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
