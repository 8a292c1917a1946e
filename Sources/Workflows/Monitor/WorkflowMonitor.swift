public import Futures

/// A monitor that reports every change of state of many runs, regardless of the types of their
/// outputs.
///
/// ```swift
/// let monitor = WorkflowMonitor { run in statusBar.show("\(run.name): \(run.state)") }
/// monitor.observe(forecast.start(city))
/// ```
///
/// With `reporting: .progress` it also reports the current step and the progress.
///
/// The monitor does not retain a run: one that was started retains itself until its end, and one
/// that was only prepared ends with its last handle. You retain the monitor: when you release it,
/// the reports end and the runs continue.
///
/// It is the successor of BkTask's `BKTTaskObserver`, which reported only the end of a task, on any
/// thread.
public final class WorkflowMonitor: Sendable {
  /// What a monitor reports.
  public enum Detail: Hashable, Sendable {
    /// Every state that a run enters.
    case states
    /// Also what ``WorkflowRun/onProgress(_:)`` reports: the current step, and the progress.
    case progress
  }

  private struct Watching {
    weak let core: RunCore?
    let listener: UInt64
    /// The number of states that were reported.
    var told: Int
  }

  private let detail: Detail
  private let context: ExecutionContext
  private let onChange: @Sendable (RunReport) -> Void
  private let watched = Locked<[RunID: Watching]>([:])

  /// Creates a monitor that calls a closure on a context.
  ///
  /// - Parameters:
  ///   - context: Where the closure runs. If the context is serial, the reports of one run are in
  ///     order.
  ///   - detail: What to report: the states, or the progress, too.
  ///   - onChange: Called for every state that a run enters, and once for the state of a run that
  ///     had ended before you passed it to the monitor. It is submitted before the observers of the
  ///     run.
  public init(
    on context: ExecutionContext,
    reporting detail: Detail = .states,
    _ onChange: @escaping @Sendable (RunReport) -> Void
  ) {
    self.context = context
    self.detail = detail
    self.onChange = onChange
  }

  /// Creates a monitor that calls a closure where it is written.
  ///
  /// A closure in nonisolated code runs on the threads of the runs, and calls for different runs
  /// may overlap.
  ///
  /// - Parameters:
  ///   - detail: What to report: the states, or the progress, too.
  ///   - onChange: Called for every state that a run enters, and once for the state of a run that
  ///     had ended before you passed it to the monitor.
  public convenience init(
    reporting detail: Detail = .states,
    @_inheritActorContext _ onChange: @escaping @Sendable @isolated(any) (RunReport) -> Void
  ) {
    self.init(
      on: ExecutionContext(isolation: onChange.isolation),
      reporting: detail,
      withoutIsolation(onChange)
    )
  }

  deinit {
    for watching in watched.withLock({ $0 }).values {
      watching.core?.history.changes.removeListener(watching.listener)
    }
  }

  /// Reports on the observed runs, in the order of their creation.
  public var runs: [RunReport] {
    watched.withLock { $0.values.compactMap(\.core) }.sorted { $0.id < $1.id }
      .map { $0.report($0.state) }
  }

  /// Observes a run until it ends; does nothing if the run is already observed.
  ///
  /// - Parameter run: The run.
  public func observe<Output>(_ run: WorkflowRun<Output>) {
    let core = run.core
    let states = core.history.states
    let told = states[states.count - 1].isSettled ? states.count - 1 : states.count
    let listener = core.history.changes.addListener { [weak self, weak core, id = core.id] in
      // A run that was never started is gone.
      if let core { self?.submit(core) } else { self?.forget(id) }
    }
    let isNew = watched.withLock { watched in
      if watched[core.id] != nil { return false }
      watched[core.id] = Watching(core: core, listener: listener, told: told)
      return true
    }
    if !isNew { return core.history.changes.removeListener(listener) }
    if detail == .progress {
      let progress = ProgressObserver(of: self, on: context, heedsStates: false) {
        [weak self, id = core.id] report in
        if let self, isObserving(id) { onChange(report) }
      }
      core.addProgressObserver(progress)
    }
    // The run may have ended before the listener was added.
    if core.state.isSettled { submit(core) }
  }

  /// Stops observing a run; closures that wait in their context no longer run.
  ///
  /// - Parameter run: The run, which continues.
  public func stopObserving<Output>(_ run: WorkflowRun<Output>) { forget(run.id) }

  private func isObserving(_ id: RunID) -> Bool { watched.withLock { $0[id] != nil } }

  private func forget(_ id: RunID) {
    let removed = watched.withLock { $0.removeValue(forKey: id) }
    guard let removed else { return }
    removed.core?.history.changes.removeListener(removed.listener)
    removed.core?.removeProgressObservers(of: self)
  }

  private func submit(_ core: RunCore) {
    context { [weak self] in self?.tell(core) }
  }

  /// Reports the states that have not been reported.
  private func tell(_ core: RunCore) {
    while let state = next(core) {
      onChange(core.report(state))
      if state.isSettled { return forget(core.id) }
    }
  }

  private func next(_ core: RunCore) -> RunState? {
    let states = core.history.states
    return watched.withLock { watched in
      guard let told = watched[core.id]?.told, told < states.count else { return nil }
      watched[core.id]?.told += 1
      return states[told]
    }
  }
}
