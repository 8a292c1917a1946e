/// The rules of Bolts for Swift for continuations, as a model of tasks on one thread.
///
/// 1. A task ends once. Its continuations then run in the order of registration; a continuation of
///    a task that has ended runs at once.
/// 2. A continuation first looks at the outcome. If its closure does not concern that outcome, the
///    new task ends with it there and then, without the executor. A cancellation concerns only the
///    closures that take any outcome.
/// 3. Otherwise the executor receives the closure, with everything that follows from it. A closure
///    for errors of one type concerns every error: its type is compared on the executor, and an
///    error of another type ends the new task there.
/// 4. If the closure returns a task, the new task ends with it: at once if it has ended, otherwise
///    as one of its continuations.
///
/// There is one deviation: an executor that releases a job leaves the new task pending in Bolts,
/// and cancels it here.
final class BoltsModel: BoltsMachine {
  /// A task of Bolts.
  private final class ModelTask {
    private(set) var ending = Ending.pending
    private var continuations: [() -> Void] = []

    /// Rule 1.
    func end(_ ending: Ending) {
      guard self.ending == .pending else { return }
      self.ending = ending
      let continuations = self.continuations
      self.continuations = []
      for continuation in continuations { continuation() }
    }

    func whenEnded(_ continuation: @escaping () -> Void) {
      if ending == .pending { continuations.append(continuation) } else { continuation() }
    }
  }

  private var tasks: [Int: ModelTask] = [:]
  private var sources: [Int: ModelTask] = [:]
  private var jobs: [BoltsProgram.Place: [() -> Void]] = [:]
  private(set) var events: [String] = []

  var endings: [Int: Ending] { tasks.mapValues(\.ending) }
  var hasJobs: Bool { jobs.values.contains { !$0.isEmpty } }

  func perform(_ step: BoltsProgram.Step) {
    switch step.action {
    case .source:
      sources[step.id] = ModelTask()
      tasks[step.id] = sources[step.id]
    case .settled(let outcome):
      tasks[step.id] = ModelTask()
      tasks[step.id]?.end(outcome.ending)
    case .complete(let source, let outcome):
      sources[source]?.end(outcome.ending)
    case .runJob(let place):
      if jobs[place]?.isEmpty == false { jobs[place]?.removeFirst()() }
    case .continued(let form, let source, let place, let effect, let answer):
      guard let task = tasks[source] else { return }
      tasks[step.id] = continued(task, by: form, place, named: "\(step.id)") { [self] in
        perform(effect, in: step.id)
        guard case .task(let inner) = answer, form.returnsTask, let task = tasks[inner] else {
          let ended = ModelTask()
          ended.end(answer.outcome.ending)
          return ended
        }
        return task
      }
    }
  }

  private func perform(_ effect: BoltsProgram.Effect, in id: Int) {
    switch effect {
    case .nothing: break
    case .complete(let source, let outcome): sources[source]?.end(outcome.ending)
    case .observe(let observed, let place):
      guard let task = tasks[observed] else { return }
      _ = continued(task, by: .any, place, named: "observer in \(id)") { ModelTask() }
    }
  }

  /// Rules 2 to 4.
  private func continued(
    _ task: ModelTask,
    by form: BoltsProgram.Form,
    _ place: BoltsProgram.Place,
    named name: String,
    _ closure: @escaping () -> ModelTask
  ) -> ModelTask {
    let new = ModelTask()
    task.whenEnded { [self] in
      let ending = task.ending
      guard form.concerns(ending) else { return new.end(ending) }
      execute(on: place) { [self] in
        if form.isTyped, ending == BoltsProgram.Outcome.other.ending { return new.end(ending) }
        events.append("\(name) receives \(ending)")
        let further = closure()
        further.whenEnded { new.end(further.ending) }
      } orDrop: {
        new.end(.cancelled)
      }
    }
    return new
  }

  private func execute(
    on place: BoltsProgram.Place,
    _ job: @escaping () -> Void,
    orDrop drop: () -> Void
  ) {
    if place.records { events.append("submitted to \(place)") }
    switch place {
    case .default, .immediate, .closure: job()
    case .held, .otherHeld: jobs[place, default: []].append(job)
    case .dropping: drop()
    }
  }
}

extension BoltsProgram.Form {
  fileprivate func concerns(_ ending: Ending) -> Bool {
    switch (self, ending) {
    case (.any, _), (.anyWithTask, _): true
    case (.success, .result), (.successWithTask, .result): true
    case (.error, .error), (.errorWithTask, .error): true
    case (.typedError, .error), (.typedErrorWithTask, .error): true
    default: false
    }
  }

  fileprivate var isTyped: Bool { self == .typedError || self == .typedErrorWithTask }
}
