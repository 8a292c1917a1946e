internal import Futures

/// Calls a closure with the newest report on a run, one call at a time.
///
/// At most one job waits in the context, however often the progress changes.
final class ProgressObserver: Sendable {
  typealias Call = @Sendable (RunReport) -> Void

  /// The properties in which a report must differ from the last one to be delivered.
  private struct Told: Equatable {
    let state: RunState
    let step: String?
    let fraction: Double
  }

  private struct State {
    /// The closure; `nil` when it is no longer called.
    var call: Call?
    var told: Told?
    /// Whether the progress has changed since a report was made.
    var isDue = false
    var isSubmitted = false
    var isCalling = false
  }

  /// Whether the observer also receives reports on states, and not only while the run is running.
  private let heedsStates: Bool
  private let hasOwner: Bool
  private weak let owner: (any AnyObject & Sendable)?
  private let context: ExecutionContext
  private let state: Locked<State>
  /// Its numbers among the observers of the run, and among the listeners of the changes.
  let numbers = Locked<(observer: UInt64, listener: UInt64)?>(nil)

  init(
    of owner: (any AnyObject & Sendable)?,
    on context: ExecutionContext,
    heedsStates: Bool = true,
    _ call: @escaping Call
  ) {
    self.owner = owner
    hasOwner = owner != nil
    self.context = context
    self.heedsStates = heedsStates
    state = Locked(State(call: call))
  }

  func isOwned(by other: any AnyObject & Sendable) -> Bool { owner === other }

  /// Whether its owner is gone.
  private var isOrphan: Bool { hasOwner && owner == nil }

  /// Submits a report, unless one is waiting.
  func changed(_ run: RunCore) {
    // The last report precedes the observers of the outcome, even if a call is in progress.
    let isLast = run.state.isSettled
    let submits = state.withLock { state in
      state.isDue = true
      if state.call == nil || state.isSubmitted || state.isCalling && !isLast { return false }
      state.isSubmitted = true
      return true
    }
    if submits { submit(run) }
  }

  /// Never calls the closure again, and releases it.
  func drop() {
    let call = state.withLock { state in
      defer { state.call = nil }
      return state.call
    }
    withExtendedLifetime(call) {}
  }

  private func submit(_ run: RunCore) { context { self.tell(run) } }

  private func tell(_ run: RunCore) {
    let call: Call? = state.withLock { state in
      state.isSubmitted = false
      if state.isCalling || !state.isDue { return nil }
      state.isCalling = state.call != nil
      state.isDue = false
      return state.call
    }
    guard let call else { return }
    let report = run.report(run.state)
    if isOrphan {
      run.removeProgressObserver(self)
    } else if isNews(report) {
      call(report)
    }
    if report.state.isSettled { run.removeProgressObserver(self) }
    let submits = state.withLock { state in
      state.isCalling = false
      if state.call == nil || !state.isDue || state.isSubmitted { return false }
      state.isSubmitted = true
      return true
    }
    if submits { submit(run) }
  }

  /// Notes a report; returns whether it differs from the last one and must be delivered.
  private func isNews(_ report: RunReport) -> Bool {
    if !heedsStates && report.state != .running && report.state != .paused { return false }
    let new = Told(
      state: heedsStates ? report.state : .running,
      step: report.step,
      fraction: report.fractionCompleted
    )
    return state.withLock { state in
      if state.call == nil || state.told == new { return false }
      state.told = new
      return true
    }
  }
}

extension RunCore {
  /// Adds an observer of the progress, and submits the current report.
  func addProgressObserver(_ observer: ProgressObserver) {
    let listener = progressChanges.addListener { [weak self] in
      if let self { observer.changed(self) }
    }
    progressObservers.withLock { observers in
      observer.numbers.withLock { $0 = (observers.nextNumber, listener) }
      observers.append(observer)
    }
    switch state {
    // The end may have dropped the others before.
    case .failed, .cancelled: removeProgressObserver(observer)
    default: observer.changed(self)
    }
  }

  func removeProgressObserver(_ observer: ProgressObserver) {
    guard let numbers = observer.numbers.withLock({ $0 }) else { return }
    let removed = progressObservers.withLock { $0.remove(numbers.observer) }
    if let removed { forget(removed) }
  }

  /// Removes the observers of an owner: none of them starts after this returns.
  func removeProgressObservers(of owner: any AnyObject & Sendable) {
    removeProgressObservers { $0.isOwned(by: owner) }
  }

  /// Removes all observers of the progress.
  func dropProgressObservers() { removeProgressObservers { _ in true } }

  private func removeProgressObservers(where isFound: (ProgressObserver) -> Bool) {
    let all = progressObservers.withLock { $0 }
    if all.isEmpty { return }
    // Inspecting an owner may release it, which must not happen under the lock.
    for observer in all.inOrder where isFound(observer) { removeProgressObserver(observer) }
  }

  private func forget(_ observer: ProgressObserver) {
    observer.drop()
    if let numbers = observer.numbers.withLock({ $0 }) {
      progressChanges.removeListener(numbers.listener)
    }
  }
}
