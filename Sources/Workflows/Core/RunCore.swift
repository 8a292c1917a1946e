internal import Futures

/// The parts of a run that do not depend on the type of its output.
///
/// Retained by the handles of the run, and by its task while that runs.
final class RunCore: Sendable {
  /// An action on a run that hides the type of its output.
  struct Hook: Sendable {
    let call: @Sendable (RunCore) -> Void
  }

  /// An action at the end of a run, with its error, if it has one.
  struct EndHook: Sendable {
    let call: @Sendable (RunCore, (any Error)?) -> Void
  }

  /// Called when the last step of a run has ended; receives the work that the run did not wait for.
  struct StopHook: Sendable {
    let call: @Sendable (Future<Void, Never>?) -> Void
  }

  private struct Ending {
    let error: (any Error)?
  }

  private struct Control {
    /// Starts the task; `nil` after the start, and when there is nothing left to start.
    var launch: Launch?
    /// Settles the future of the run with cancellation.
    var cancelOutcome: Hook?
    /// The actions at the end of the run.
    var endHooks: [EndHook] = []
    /// The error of a run that has ended, if it has one.
    var ending: Ending?
    var task: Task<Void, Never>?
    /// The place of a run that was started under a limit.
    var turn: RunTurn?
    /// Succeeds when the run that this one replaces has stopped.
    var predecessor: Future<Void, Never>?
    /// The action once the run has stopped.
    var stopHook: StopHook?
    var link: CancellationRegistration?
    /// The token that the run follows.
    ///
    /// Retained because a timer or another token may still cancel
    /// it when its source is gone.
    var token: CancellationToken?
  }

  /// The steps of a run that is ready to start.
  struct Launch: Sendable {
    let priority: TaskPriority?
    let recording: RunRecording?
    /// Runs the steps.
    let steps: @Sendable (RunCore) async -> Void

    /// Whether the steps need a task of their own.
    var needsTask: Bool { priority != nil || recording != nil }

    /// Starts a task for the steps.
    func start(_ core: RunCore) -> Task<Void, Never> {
      let begin = {
        core.source.token.asCurrent {
          Task(executorPreference: TaskHome.executor, priority: priority) { await steps(core) }
        }
      }
      return recording?.start(begin) ?? begin()
    }

    /// Runs the steps in the current task.
    func perform(_ core: RunCore) async {
      await core.source.token.asCurrent { await steps(core) }
    }
  }

  let id = RunID()
  let workflow: String
  let tag: (any Hashable & Sendable)?
  let track: TraceTrack
  let trace: Trace
  let durability: (any RunDurability)?
  /// A text that uniquely identifies the run.
  var identifier: String { durability?.id ?? givenIdentifier ?? id.text }
  private let givenIdentifier: String?
  let plan: RunPlan
  let root: Lane
  let progressChanges: ChangeSignal
  let history = RunHistory()
  let observers: ObserverList
  let compensations = Compensations()
  /// The observers of the progress that may still be called.
  let progressObservers = Locked(NumberedList<ProgressObserver>())
  let source = CancellationSource()
  /// The signals that were sent to the run, or that its steps wait for, if it has no store.
  var signals: RunSignals {
    receivedSignals.withLock { signals in
      let all = signals ?? RunSignals()
      signals = all
      return all
    }
  }
  private let receivedSignals = Locked<RunSignals?>(nil)
  private let limit: ConcurrencyLimit?
  private let control = Locked(Control())

  init(workflow: String, plan: RunPlan, options: RunOptions) {
    self.workflow = workflow
    self.plan = plan
    tag = options.tag
    trace = options.trace
    durability = options.durability
    givenIdentifier = options.identifier
    limit = options.limit
    let progressChanges = ChangeSignal()
    self.progressChanges = progressChanges
    // A step may report that it is complete and continue to work.
    let ceiling = plan.stages.isEmpty ? 1 : 1.0.nextDown
    root = Lane(number: 0, ceiling: ceiling) { _ in progressChanges.changed() }
    observers = ObserverList(cancelsWhenEmpty: options.cancelsWhenUnobserved)
    track = trace.track(
      run: id,
      workflow: workflow,
      tag: options.tag.map { "\($0)" },
      observer: options.spanObserver
    )
  }

  /// Ends the sequences of a run that was never started and whose last handle is gone.
  deinit {
    if state.isSettled { return }
    control.withLock { $0.link }?.dispose()
    for hook in control.withLock({ $0.endHooks }) { hook.call(self, CancellationError()) }
    history.changes.end()
    progressChanges.end()
  }

  var state: RunState { history.last }

  /// The progress of the run; 1 as soon as it has succeeded.
  var fraction: Double { state == .succeeded ? 1 : root.fraction }

  /// Connects the core with the closures that know the type of the output, and with its token.
  func prepare(launch: Launch, cancelOutcome: Hook, following token: CancellationToken) {
    control.withLock { control in
      control.launch = launch
      control.cancelOutcome = cancelOutcome
    }
    let link = token.onCancel { [weak self] in _ = self?.cancel(.scope) }
    let isOver = control.withLock { control in
      if control.launch != nil { (control.link, control.token) = (link, token) }
      return control.launch == nil
    }
    if isOver { link.dispose() }
  }

  /// Adds an action at the end of the run, before its observers are submitted: at once, if the run
  /// has ended.
  ///
  /// A run that is released without having been started ends with `CancellationError`.
  func whenEnded(_ hook: EndHook) {
    let ending = control.withLock { control in
      if control.ending == nil { control.endHooks.append(hook) }
      return control.ending
    }
    if let ending { hook.call(self, ending.error) }
  }

  /// Performs the actions at the end of the run.
  private func callEndHooks(_ error: (any Error)?) {
    let hooks = control.withLock { control in
      defer { (control.endHooks, control.ending) = ([], Ending(error: error)) }
      return control.endHooks
    }
    for hook in hooks { hook.call(self, error) }
  }
}

// MARK: - Life

extension RunCore {
  /// Starts the run.
  ///
  /// - Returns: Whether the run was ready, or was cancelled before it was ever started.
  func start() -> Bool { start { $0.start(self) } }

  /// Runs the steps in the current task instead of one of their own.
  ///
  /// - Parameter task: The current task, which is cancelled with the run.
  /// - Returns: Whether the run was started; `false` if it needs a task of its own.
  func perform(in task: Task<Void, Never>) async -> Bool {
    if control.withLock({ $0.launch?.needsTask ?? true }) { return false }
    var launched: Launch?
    _ = start { launch in
      launched = launch
      return task
    }
    await launched?.perform(self)
    return true
  }

  private func start(_ launching: (Launch) -> Task<Void, Never>) -> Bool {
    let turn = limit.map { RunTurn(under: $0) }
    let isFirst = control.withLock { $0.predecessor?.isSettled ?? true }
    guard history.move(to: isFirst && turn?.hasCome ?? true ? .running : .queued) else {
      turn?.leave()
      guard history.states == [.ready, .cancelled] else { return false }
      didStop()
      return true
    }
    let launch = control.withLock { control in
      defer { (control.launch, control.turn) = (nil, turn) }
      return control.launch
    }
    history.changes.changed()
    guard let task = launch.map(launching) else {
      turn?.leave()
      didStop()
      return true
    }
    let isOver = control.withLock { control in
      control.task = task
      return control.cancelOutcome == nil
    }
    if isOver && state == .cancelled { task.cancel() }
    return true
  }

  /// Waits for the turn of the run, in its task.
  ///
  /// - Returns: Whether to run the steps; if not, the run was cancelled before.
  func waitForTurn() async -> Bool {
    let (turn, predecessor) = control.withLock { control in
      defer { control.predecessor = nil }
      return (control.turn, control.predecessor)
    }
    if turn == nil && predecessor == nil || state == .running || state == .paused { return true }
    await predecessor?.value
    await turn?.wait()
    guard history.move(to: .running) else { return false }
    history.changes.changed()
    return true
  }

  /// Lets the next run begin, once no step of this one is running.
  func leaveTurn() {
    control.withLock { $0.turn }?.leave()
    didStop()
  }

  /// Lets a run that has not started wait until another one has stopped.
  func follow(_ predecessor: Future<Void, Never>) {
    control.withLock { $0.predecessor = predecessor }
  }

  /// Sets the action when the run has stopped, before the start.
  func whenStopped(_ hook: StopHook) { control.withLock { $0.stopHook = hook } }

  private func didStop() {
    let (hook, predecessor) = control.withLock { control in
      defer { (control.stopHook, control.predecessor) = (nil, nil) }
      return (control.stopHook, control.predecessor)
    }
    hook?.call(predecessor)
  }

  /// Cancels the run, and drops the observers that have not been called.
  ///
  /// - Parameters:
  ///   - reason: The reason.
  ///   - silences: Whether observers that have not been called are dropped if the run has ended.
  /// - Returns: Whether this call ended the run.
  func cancel(_ reason: RunCancellation, silences: Bool = true) -> Bool {
    guard history.move(to: .cancelled, because: reason) else {
      if silences && state != .cancelled {
        observers.silence()
        dropProgressObservers()
      }
      return false
    }
    let wasQueued = history.states.dropLast().last == .queued
    let due = observers.end(with: .cancellation)
    let control = takeControl()
    root.close()
    progressChanges.end()
    dropProgressObservers()
    track.finish(.cancelled)
    callEndHooks(CancellationError())
    history.changes.endListening()
    // Before anyone hears of the end, so that a step whose means are taken away then knows why.
    source.cancel()
    control.task?.cancel()
    observers.submit(due)
    control.cancelOutcome?.call(self)
    if wasQueued { control.turn?.leave() }
    history.changes.end()
    return true
  }

  /// Ends the run with an outcome, unless it has ended.
  ///
  /// - Parameters:
  ///   - state: ``RunState/succeeded`` or ``RunState/failed``.
  ///   - error: The error of a run that failed.
  ///   - store: Makes the outcome available to the observers.
  ///   - settle: Settles the future of the run.
  /// - Returns: Whether this call ended the run.
  func end(
    _ state: RunState,
    _ error: (any Error)?,
    store: () -> Void,
    settle: () -> Void
  ) -> Bool {
    guard history.move(to: state) else { return false }
    _ = takeControl()
    store()
    if state == .succeeded { root.complete() }
    root.close()
    progressChanges.end()
    if state == .failed { dropProgressObservers() }
    track.finish(error.map { TraceSpan.Outcome(throwing: $0) } ?? .succeeded)
    callEndHooks(error)
    history.changes.endListening()
    // Before the future settles, so that code that awaits it follows the observers.
    observers.deliver(state == .succeeded ? .success : .failure)
    settle()
    source.dispose()
    history.changes.end()
    return true
  }

  /// Cancels the run if the owners of all its success observers are gone.
  func cancelIfUnobserved() {
    if observers.areOwnersGone() { _ = cancel(.unobserved) }
  }

  /// Waits until the task of the run has ended.
  func stopped() async {
    await control.withLock { $0.task }?.value
  }

  private func takeControl() -> Control {
    let taken = control.withLock { control in
      defer {
        control.launch = nil
        control.cancelOutcome = nil
        (control.link, control.token) = (nil, nil)
      }
      return control
    }
    taken.link?.dispose()
    return taken
  }
}
