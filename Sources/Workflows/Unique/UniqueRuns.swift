internal import Futures

/// Runs with keys, one at a time for each key.
///
/// ```swift
/// let refreshes = UniqueRuns()
///
/// func refresh(_ city: City) -> WorkflowRun<Forecast> {
///   refreshes.start(forecast, city, unique: city.name, ifRunning: .keep)
/// }
/// ```
///
/// A key belongs to the workflows with one name: runs of workflows with other names, or with
/// another type of output, do not conflict. A run is in progress from its start until none of its
/// steps is running, so that two runs with one key never run at the same time, regardless of what
/// steps do after they were cancelled.
///
/// Releasing this object stops no run. Share it among the starts that must know about each other.
public final class UniqueRuns: Sendable {
  private struct Entry: Sendable {
    let id: RunID
    let run: any Sendable
    let stopped: Future<Void, Never>
  }

  private let entries = Locked<[UniqueKey: Entry]>([:])

  /// Creates an object without runs.
  public init() {}

  /// The number of keys for which a run is in progress, queued ones included.
  package var runCount: Int { entries.withLock { $0.count } }

  /// Starts a run, unless a run with the same key is in progress and the policy keeps it.
  ///
  /// - Parameters:
  ///   - workflow: The workflow.
  ///   - input: The input of the first step; not used if a run is kept.
  ///   - key: The key, for which only one run at a time is in progress.
  ///   - policy: What to do if a run with that key is in progress. A run that has an outcome is
  ///     never kept: the new run waits until its steps have stopped.
  ///   - options: The options of the run; not used if a run is kept. A run that is kept belongs to
  ///     the scope of the code that started it, and is cancelled with that scope for all callers
  ///     that wait. To start runs that outlive their first caller, pass the token of their owner as
  ///     `RunOptions.cancellation`.
  /// - Returns: The run, which continues whether or not you keep the handle: a new one, or the one
  ///   that is kept.
  @discardableResult
  public func start<Input, Output>(
    _ workflow: Workflow<Input, Output>,
    _ input: Input,
    unique key: some Hashable & Sendable,
    ifRunning policy: ExistingRunPolicy,
    options: RunOptions = RunOptions()
  ) -> WorkflowRun<Output> {
    start(UniqueKey(key, of: workflow), ifRunning: policy) {
      workflow.prepare(input, options: options)
    } start: { run in
      _ = run.core.start()
    }
  }

  /// Starts a run of a workflow without input, unless a run with the same key is in progress and
  /// the policy keeps it.
  ///
  /// - Parameters:
  ///   - workflow: The workflow.
  ///   - key: The key, for which only one run at a time is in progress.
  ///   - policy: What to do if a run with that key is in progress.
  ///   - options: The options of the run; not used if a run is kept.
  /// - Returns: The run: a new one, or the one that is kept.
  @discardableResult
  public func start<Output>(
    _ workflow: Workflow<Void, Output>,
    unique key: some Hashable & Sendable,
    ifRunning policy: ExistingRunPolicy,
    options: RunOptions = RunOptions()
  ) -> WorkflowRun<Output> {
    start(workflow, (), unique: key, ifRunning: policy, options: options)
  }

  /// Starts a run with closures that prepare and start it.
  ///
  /// - Throws: The error of `start`; the run in progress then continues.
  package func start<Output, Failure: Error>(
    _ key: UniqueKey,
    ifRunning policy: ExistingRunPolicy,
    prepare: () -> WorkflowRun<Output>,
    start: (WorkflowRun<Output>) throws(Failure) -> Void
  ) throws(Failure) -> WorkflowRun<Output> {
    if policy == .keep, let kept: WorkflowRun<Output> = running(key) { return kept }
    let new = prepare()
    let stopped = Promise<Void, Never>()
    let entry = Entry(id: new.id, run: new, stopped: stopped.future)
    let (old, isKept) = entries.withLock { entries -> (WorkflowRun<Output>?, Bool) in
      let old = entries[key]?.run as? WorkflowRun<Output>
      if policy == .keep, let old, !old.isSettled { return (old, true) }
      if let stopped = entries[key]?.stopped { new.core.follow(stopped) }
      entries[key] = entry
      return (old, false)
    }
    if isKept, let old { return old }
    stopped.future.on(.inline).onSuccess { [weak self, id = new.id] in self?.remove(id, key) }
    new.core.whenStopped(
      RunCore.StopHook { predecessor in
        if let predecessor { stopped.complete(with: predecessor) } else { stopped.succeed() }
      }
    )
    do throws(Failure) {
      try start(new)
    } catch {
      new.cancel()
      _ = new.core.start()
      throw error
    }
    // After the start of the new run, which waits for the steps of the old one.
    if policy == .replace { _ = old?.core.cancel(.replaced, silences: false) }
    return new
  }

  /// Returns the run with a key, unless it has an outcome.
  private func running<Output>(_ key: UniqueKey) -> WorkflowRun<Output>? {
    guard let run = entries.withLock({ $0[key] })?.run as? WorkflowRun<Output> else { return nil }
    return run.isSettled ? nil : run
  }

  private func remove(_ id: RunID, _ key: UniqueKey) {
    let removed: Entry? = entries.withLock { entries in
      entries[key]?.id == id ? entries.removeValue(forKey: key) : nil
    }
    withExtendedLifetime(removed) {}
  }
}
