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
  let progress: ProgressSignal
  /// Every state the run has been in.
  let states = Watched<[RunState]>([.ready])
  let observers: ObserverList
  let listeners = StateListeners()
  let source = CancellationSource()
  private let control = Locked(Control())

  init(workflow: String, plan: RunPlan, options: RunOptions) {
    self.workflow = workflow
    self.plan = plan
    tag = options.tag
    trace = options.trace
    let progress = ProgressSignal()
    self.progress = progress
    // A step may say that all is done and still have something to do.
    let ceiling = plan.stages.isEmpty ? 1 : 1.0.nextDown
    root = Lane(number: 0, ceiling: ceiling) { _ in progress.changed() }
    observers = ObserverList(cancelsWhenEmpty: options.cancelsWhenUnobserved)
    track = trace.track(run: id, workflow: workflow, tag: options.tag.map { "\($0)" })
  }

  /// A run that was never started goes with its last handle: nothing more will happen for those who
  /// wait.
  deinit {
    if state.isEnded { return }
    control.withLock { $0.link }?.dispose()
    states.end()
    progress.end()
  }

  var state: RunState {
    let history = states.value
    return history[history.count - 1]
  }

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

  /// The context of the workflow itself, or of a step that runs by itself.
  func context(name: String, span: SpanToken, cancellation: CancellationToken) -> StepContext {
    StepContext(
      run: self,
      lane: root,
      range: .whole,
      parents: nil,
      span: span,
      name: name,
      attempt: 1,
      cancellation: cancellation
    )
  }
}

// MARK: - Life

extension RunCore {
  /// Starts the run.
  ///
  /// - Returns: Whether it was ready, or had been cancelled before it was ever started.
  func start() -> Bool {
    guard move(to: .running) else { return states.value == [.ready, .cancelled] }
    let launch = control.withLock { control in
      defer { control.launch = nil }
      return control.launch
    }
    listeners.notify(self)
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
    let isMine = move(to: .cancelled)
    observers.silence()
    guard isMine else { return false }
    let control = takeControl()
    root.close()
    progress.end()
    track.finish(.cancelled)
    control.cancelOutcome?.call(self)
    source.cancel()
    control.task?.cancel()
    listeners.notify(self)
    return true
  }

  /// Ends the run with an outcome, unless it has ended.
  ///
  /// - Parameters:
  ///   - state: ``RunState/succeeded`` or ``RunState/failed``.
  ///   - outcome: The same for the trace.
  ///   - settle: Settles the future of the run.
  func end(_ state: RunState, _ outcome: TraceSpan.Outcome, _ settle: () -> Void) {
    guard move(to: state) else { return }
    _ = takeControl()
    if state == .succeeded { root.complete() }
    root.close()
    progress.end()
    track.finish(outcome)
    settle()
    source.dispose()
    listeners.notify(self)
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

  /// Goes to a state, if that may follow the present one.
  private func move(to next: RunState) -> Bool {
    let hasMoved = states.update { history in
      let current = history[history.count - 1]
      guard !current.isEnded, next != .running || current == .ready else { return false }
      history.append(next)
      return true
    }
    if hasMoved && next.isEnded { states.end() }
    return hasMoved
  }
}
