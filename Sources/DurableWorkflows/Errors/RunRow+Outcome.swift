internal import Foundation

extension RunRow<Data> {
  /// Returns how the run ended.
  ///
  /// - Parameter run: The identifier of the run.
  /// - Returns: The encoded output or the failure of the run; `nil` if it has not ended.
  func outcome(of run: String) -> Result<Data, any Error>? {
    switch state {
    case .ended(.value(let data)): .success(data)
    case .ended(.failure(.cancelled)): .failure(DurableRunCancelled(self, run))
    case .ended(.failure(.error(let type, let message))):
      .failure(DurableRunFailed(self, run, type: type, message: message))
    case .ready, .running, .setAside: nil
    }
  }
}
