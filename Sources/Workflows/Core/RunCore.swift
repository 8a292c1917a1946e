internal import Futures

/// What a run is, apart from the type of its output.
///
/// Kept by the handles of the run, and by its task while that is at work.
final class RunCore: Sendable {
  /// Does something with a run that has ended in some way that it does not know the types of.
  struct Hook: Sendable {
    let call: @Sendable (RunCore) -> Void
  }

  private struct Control {
    /// Starts the task; gone once it has, or once there is nothing to start any more.
    var launch: Launch?
    /// Settles the future of the run with cancellation.
    var cancelOutcome: Hook?
    var task: Task<Void, Never>?
    var link: CancellationRegistration?
    /// The token that is followed, kept because a timer or another token may still cancel it when
    /// its source is gone.
    var token: CancellationToken?
  }

  /// Starts the task of a run.
  struct Launch: Sendable {
    let call: @Sendable (RunCore) -> Task<Void, Never>
  }

  let id = RunID()
  let workflow: String
  let tag: (any Hashable & Sendable)?
  let track: TraceTrack
  let trace: Trace
  let plan: RunPlan
  let root: Lane
  let progressChanges: ChangeSignal
  let history = RunHistory()
  let observers: ObserverList
  let source = CancellationSource()
  private let control = Locked(Control())

  init(workflow: String, plan: RunPlan, options: RunOptions) {
    self.workflow = workflow
    self.plan = plan
    tag = options.tag
    trace = options.trace
    let progressChanges = ChangeSignal()
    self.progressChanges = progressChanges
    // A step may say that all is done and still have something to do.
    let ceiling = plan.stages.isEmpty ? 1 : 1.0.nextDown
    root = Lane(number: 0, ceiling: ceiling) { _ in progressChanges.changed() }
    observers = ObserverList(cancelsWhenEmpty: options.cancelsWhenUnobserved)
    track = trace.track(run: id, workflow: workflow, tag: options.tag.map { "\($0)" })
  }

  /// A run that was never started goes with its last handle: nothing more will happen for those who
  /// wait.
  deinit {
    if state.isEnded { return }
    control.withLock { $0.link }?.dispose()
    history.changes.end()
    progressChanges.end()
  }

  var state: RunState { history.last }

  /// How far the run is; 1 as soon as it has succeeded.
  var fraction: Double { state == .succeeded ? 1 : root.fraction }

  /// Connects the core with what knows the type of the output, and with the token of its options.
  func prepare(launch: Launch, cancelOutcome: Hook, following token: CancellationToken) {
    control.withLock { control in
      control.launch = launch
      control.cancelOutcome = cancelOutcome
    }
    let link = token.onCancel { [weak self] in _ = self?.cancel() }
    let isOver = control.withLock { control in
      if control.launch != nil { (control.link, control.token) = (link, token) }
      return control.launch == nil
    }
    if isOver { link.dispose() }
  }
}

// MARK: - Life

extension RunCore {
  /// Starts the run.
  ///
  /// - Returns: Whether it was ready, or had been cancelled before it was ever started.
  func start() -> Bool {
    guard history.move(to: .running) else { return history.states == [.ready, .cancelled] }
    let launch = control.withLock { control in
      defer { control.launch = nil }
      return control.launch
    }
    history.changes.changed()
    guard let task = launch?.call(self) else { return true }
    let isOver = control.withLock { control in
      control.task = task
      return control.cancelOutcome == nil
    }
    if isOver && state == .cancelled { task.cancel() }
    return true
  }

  /// Cancels the run, and silences the observers that have not been called.
  ///
  /// - Returns: Whether the run had not ended.
  func cancel() -> Bool {
    let isMine = history.move(to: .cancelled)
    observers.silence()
    guard isMine else { return false }
    let control = takeControl()
    root.close()
    progressChanges.end()
    track.finish(.cancelled)
    control.cancelOutcome?.call(self)
    source.cancel()
    control.task?.cancel()
    history.changes.end()
    return true
  }

  /// Ends the run with an outcome, unless it has ended.
  ///
  /// - Parameters:
  ///   - state: ``RunState/succeeded`` or ``RunState/failed``.
  ///   - outcome: The same for the trace.
  ///   - settle: Settles the future of the run.
  func end(_ state: RunState, _ outcome: TraceSpan.Outcome, _ settle: () -> Void) {
    guard history.move(to: state) else { return }
    _ = takeControl()
    if state == .succeeded { root.complete() }
    root.close()
    progressChanges.end()
    track.finish(outcome)
    settle()
    source.dispose()
    history.changes.end()
    observers.deliver(state)
  }

  /// Cancels the run if the owners of all its success observers are gone.
  func cancelIfUnobserved() {
    if observers.areOwnersGone() { _ = cancel() }
  }

  /// Waits until the task of the run has ended.
  func stopped() async {
    await control.withLock { $0.task }?.value
  }

  private func takeControl() -> Control {
    let taken = control.withLock { control in
      defer { control = Control(task: control.task) }
      return control
    }
    taken.link?.dispose()
    return taken
  }
}
