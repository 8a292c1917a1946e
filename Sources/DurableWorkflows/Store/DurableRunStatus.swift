/// The status of a durable run.
public enum DurableRunStatus: String, Hashable, Sendable, CaseIterable {
  /// The run is due and waits for a worker.
  case queued
  /// The run is parked until a time or a signal.
  case waiting
  /// A worker has the run.
  case running
  /// The run ended with a value.
  case succeeded
  /// The run ended with an error.
  case failed
  /// The run was cancelled.
  case cancelled
  /// The run is left alone, for a reason that a person has to examine.
  case setAside
}

extension RunRow {
  /// Returns the status of the run.
  ///
  /// - Parameter now: The time of the store.
  /// - Returns: The status.
  @_spi(Stores) public func status(at now: StoreTime) -> DurableRunStatus {
    switch state {
    case .ready(at: let due?) where due <= now: .queued
    case .ready: .waiting
    case .running: .running
    case .ended(.value): .succeeded
    case .ended(.failure(.cancelled)): .cancelled
    case .ended(.failure): .failed
    case .setAside: .setAside
    }
  }
}

extension RunRow {
  /// The error of a run that has failed, or the reason why it was set aside.
  @_spi(Stores) public var message: String? {
    switch state {
    case .ended(.failure(let failure)): "\(failure)"
    case .setAside(let reason): reason
    case .ready, .running, .ended(.value): nil
    }
  }
}
