public import Futures

/// Watches many runs, whatever their outputs are, and tells of every change of their states.
///
/// ```swift
/// let monitor = WorkflowMonitor { run in statusBar.show("\(run.name): \(run.state)") }
/// monitor.observe(forecast.start(city))
/// ```
///
/// A run is watched, and kept, until it has ended. The monitor keeps itself no longer than you keep
/// it: when it goes, nobody is called any more, and the runs go on.
///
/// It is the successor of BkTask's `BKTTaskObserver`, which told of the end of a task only, on
/// whatever thread that happened.
public final class WorkflowMonitor: Sendable {
  /// What there is to know of a run at one moment.
  public struct Report: Sendable, Identifiable {
    /// The identity of the run.
    public let id: RunID
    /// The name of its workflow.
    public let name: String
    /// Its tag.
    public let tag: (any Hashable & Sendable)?
    /// Its state.
    public let state: RunState
    /// How far it is, from 0 to 1.
    public let fractionCompleted: Double
  }

  private struct Watching {
    let core: RunCore
    let listener: Int
    /// How many states of the run have been told of.
    var told: Int
  }

  private let context: ExecutionContext
  private let onChange: @Sendable (Report) -> Void
  private let watched = Locked<[RunID: Watching]>([:])

  /// Makes a monitor that calls back on a context.
  ///
  /// - Parameters:
  ///   - context: Where the closure runs. Calls for one run are in order if the context is serial.
  ///   - onChange: Called for every state that a run enters, and once for the state of a run that
  ///     had ended when it was given to the monitor. The closure is submitted before the observers
  ///     of the run are.
  public init(
    on context: ExecutionContext,
    _ onChange: @escaping @Sendable (Report) -> Void
  ) {
    self.context = context
    self.onChange = onChange
  }

  /// Creates a monitor that calls back where the closure is written.
  ///
  /// A closure that is written in nonisolated code runs on the threads of the runs; calls for
  /// different runs may overlap.
  ///
  /// - Parameter onChange: Called for every state that a run enters, and once for the state of a
  ///   run that had ended when it was given to the monitor.
  public convenience init(
    @_inheritActorContext _ onChange: @escaping @Sendable @isolated(any) (Report) -> Void
  ) {
    self.init(on: ExecutionContext(isolation: onChange.isolation), withoutIsolation(onChange))
  }

  deinit {
    for watching in watched.withLock({ $0 }).values {
      watching.core.history.changes.removeListener(watching.listener)
    }
  }

  /// The runs that are being watched, in the order in which they were made.
  public var runs: [Report] {
    watched.withLock { $0.values.map(\.core) }.sorted { $0.id < $1.id }.map { $0.report($0.state) }
  }

  /// Watches a run until it ends; does nothing if it is being watched.
  ///
  /// - Parameter run: The run.
  public func observe<Output>(_ run: WorkflowRun<Output>) {
    let core = run.core
    let states = core.history.states
    let told = states[states.count - 1].isEnded ? states.count - 1 : states.count
    let listener = core.history.changes.addListener { [weak self, id = core.id] in
      self?.submit(id)
    }
    let isNew = watched.withLock { watched in
      if watched[core.id] != nil { return false }
      watched[core.id] = Watching(core: core, listener: listener, told: told)
      return true
    }
    if !isNew { return core.history.changes.removeListener(listener) }
    // The run may have ended before the listener was there.
    if core.state.isEnded { submit(core.id) }
  }

  /// Watches a run no longer; closures that wait in their context do not run any more.
  ///
  /// - Parameter run: The run, which goes on.
  public func stopObserving<Output>(_ run: WorkflowRun<Output>) { forget(run.id) }

  private func forget(_ id: RunID) {
    let removed = watched.withLock { $0.removeValue(forKey: id) }
    if let removed { removed.core.history.changes.removeListener(removed.listener) }
  }

  private func submit(_ id: RunID) {
    context { [weak self] in self?.tell(id) }
  }

  /// Tells of the states that have not been told of.
  private func tell(_ id: RunID) {
    while let (core, state) = next(id) {
      onChange(core.report(state))
      if state.isEnded { return forget(id) }
    }
  }

  private func next(_ id: RunID) -> (RunCore, RunState)? {
    watched.withLock { watched in
      guard let watching = watched[id] else { return nil }
      let states = watching.core.history.states
      guard watching.told < states.count else { return nil }
      watched[id]?.told += 1
      return (watching.core, states[watching.told])
    }
  }
}

extension RunCore {
  fileprivate func report(_ state: RunState) -> WorkflowMonitor.Report {
    WorkflowMonitor.Report(
      id: id,
      name: workflow,
      tag: tag,
      state: state,
      fractionCompleted: fraction
    )
  }
}
