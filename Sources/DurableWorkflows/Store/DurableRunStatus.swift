/// Where a durable run stands.
public enum DurableRunStatus: String, Hashable, Sendable, CaseIterable {
  /// It is due, and waits for a worker.
  case queued
  /// It is parked, until a time or a signal.
  case waiting
  /// A worker has it.
  case running
  /// It has ended with a value.
  case succeeded
  /// It has ended with an error.
  case failed
  /// It was cancelled.
  case cancelled
  /// It is left alone, for a reason that a person has to look at.
  case setAside
}

extension RunRow {
  /// Where the run stands.
  ///
  /// - Parameter now: The time of the store.
  /// - Returns: The status.
  public func status(at now: StoreTime) -> DurableRunStatus {
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
  public var message: String? {
    switch state {
    case .ended(.failure(let failure)): "\(failure)"
    case .setAside(let reason): reason
    case .ready, .running, .ended(.value): nil
    }
  }
}
