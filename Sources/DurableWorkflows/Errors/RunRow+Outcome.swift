internal import Foundation
internal import Workflows

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

  /// Why the run was set aside; `nil` if it was not.
  ///
  /// A run that has ended its processes left no reason, so this says how far it got.
  var reasonSetAside: String? {
    guard case .setAside(let reason) = state else { return nil }
    // The claim that was one too many.
    let isFruitless = reason == FruitlessClaims.reason(fruitlessClaims - 1)
    return isFruitless ? "\(reason) \(progress)" : reason
  }

  /// How far the run got, as its records tell.
  private var progress: String {
    let last = records.filter { $0.key.isOfStep }.max { $0.value.sequence < $1.value.sequence }
    let begun = Set(marks.keys).union(attempts.keys.filter { !$0.isOfRun })
      .filter { records[$0] == nil }.sorted()
    let recorded = last.map { "It has recorded '\($0.key)' last" } ?? "It has recorded nothing"
    return begun.isEmpty ? "\(recorded)." : "\(recorded), and has begun \(begun.quoted)."
  }
}
