internal import Futures

/// The parts of a run that do not depend on the type of its output.
///
/// Retained by the handles of the run, and by its task while that runs.
final class RunCore: Sendable {
  /// An action on a run that hides the type of its output.
  struct Hook: Sendable {
    let call: @Sendable (RunCore) -> Void
  }

  private struct Control {
    /// Starts the task; `nil` after the start, and when there is nothing left to start.
    var launch: Launch?
    /// Settles the future of the run with cancellation.
    var cancelOutcome: Hook?
    var task: Task<Void, Never>?
    var link: CancellationRegistration?
    /// The token that the run follows.
    ///
    /// Retained because a timer or another token may still cancel
    /// it when its source is gone.
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
    // A step may report that all is done and continue to work.
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
    if state.isEnded { return }
    control.withLock { $0.link }?.dispose()
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
  /// - Returns: Whether the run was ready, or was cancelled before it was ever started.
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

  /// Cancels the run, and drops the observers that have not been called.
  ///
  /// - Returns: Whether this call ended the run.
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
  ///   - outcome: The same outcome for the trace.
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
