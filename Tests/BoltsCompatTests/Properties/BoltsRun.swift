import BoltsCompat
import Futures
import FuturesTesting
import TestSupport

/// Performs the steps of a program.
protocol BoltsMachine {
  /// The closures that ran and what they received, and the jobs that executors received.
  var events: [String] { get }
  /// How the tasks have ended, by the steps that created them.
  var endings: [Int: Ending] { get }
  /// Whether an executor holds a job.
  var hasJobs: Bool { get }

  func perform(_ step: BoltsProgram.Step)
}

/// A program that runs with the tasks of `BoltsCompat`.
final class BoltsRun: BoltsMachine, Sendable {
  private let log = Log<String>()
  private let tasks = Locked<[Int: BFTask<Int>]>([:])
  private let sources = Locked<[Int: BFTaskCompletionSource<Int>]>([:])
  private let held = ManualContext("held")
  private let otherHeld = ManualContext("otherHeld")

  var events: [String] { log.all }
  var endings: [Int: Ending] { tasks.withLock { $0 }.mapValues(\.ending) }
  var hasJobs: Bool { !held.isEmpty || !otherHeld.isEmpty }

  func perform(_ step: BoltsProgram.Step) {
    let id = step.id
    switch step.action {
    case .source:
      let source = BFTaskCompletionSource<Int>()
      sources.withLock { $0[id] = source }
      add(source.task, id)
    case .settled(let outcome):
      add(outcome.task, id)
    case .complete(let source, let outcome):
      complete(source, outcome)
    case .runJob(let place):
      _ = (place == .held ? held : otherHeld).runNext()
    case .continued(let form, let source, let place, let effect, let answer):
      guard let task = task(source) else { return }
      let run: @Sendable (Ending) throws -> BFTask<Int> = { [self] ending in
        log.add("\(id) receives \(ending)")
        perform(effect, in: id)
        guard case .task(let inner) = answer, form.returnsTask, let task = self.task(inner) else {
          if id.isMultiple(of: 2) { return answer.outcome.task }
          return BFTask(try answer.outcome.get())
        }
        return task
      }
      add(continued(task, by: form, executor(place), answer, run), id)
    }
  }

  private func perform(_ effect: BoltsProgram.Effect, in id: Int) {
    switch effect {
    case .nothing: break
    case .complete(let source, let outcome): complete(source, outcome)
    case .observe(let observed, let place):
      task(observed)?.continueWith(executor(place)) { [log] task in
        log.add("observer in \(id) receives \(task.ending)")
      }
    }
  }

  private func continued(
    _ task: BFTask<Int>,
    by form: BoltsProgram.Form,
    _ executor: BFExecutor,
    _ answer: BoltsProgram.Answer,
    _ run: @escaping @Sendable (Ending) throws -> BFTask<Int>
  ) -> BFTask<Int> {
    let outcome = answer.outcome
    switch form {
    case .any:
      return task.continueWith(executor) { task in
        _ = try? run(task.ending)
        return try outcome.get()
      }
    case .anyWithTask:
      return task.continueWithTask(executor) { try run($0.ending) }
    case .success:
      return task.continueOnSuccessWith(executor) { value in
        _ = try? run(.result("\(value)"))
        return try outcome.get()
      }
    case .successWithTask:
      return task.continueOnSuccessWithTask(executor) { try run(.result("\($0)")) }
    case .error:
      return task.continueOnErrorWith(executor) { error in
        _ = try? run(.error("\(error)"))
        return try outcome.get()
      }
    case .errorWithTask:
      return task.continueOnErrorWithTask(executor) { try run(.error("\($0)")) }
    case .typedError:
      return task.continueOnErrorWith(executor) { (error: TestError) in
        _ = try? run(.error("\(error)"))
        return try outcome.get()
      }
    case .typedErrorWithTask:
      return task.continueOnErrorWithTask(executor) { (error: TestError) in
        try run(.error("\(error)"))
      }
    }
  }

  private func executor(_ place: BoltsProgram.Place) -> BFExecutor {
    switch place {
    case .default: .default
    case .immediate: .immediate
    case .closure:
      .closure { [log] job in
        log.add("submitted to \(place)")
        job()
      }
    case .held, .otherHeld:
      .escapingClosure { [log, context = (place == .held ? held : otherHeld).context] job in
        log.add("submitted to \(place)")
        context(job)
      }
    case .dropping: .escapingClosure { [log] _ in log.add("submitted to \(place)") }
    }
  }

  private func complete(_ source: Int, _ outcome: BoltsProgram.Outcome) {
    let source = sources.withLock { $0[source] }
    switch outcome.ending {
    case .cancelled: source?.tryCancel()
    case .error: source?.trySet(error: outcome.error)
    default: source?.trySet(result: outcome.value)
    }
  }

  private func task(_ id: Int) -> BFTask<Int>? { tasks.withLock { $0[id] } }

  private func add(_ task: BFTask<Int>, _ id: Int) { tasks.withLock { $0[id] = task } }
}

extension BoltsProgram.Place {
  /// Whether the jobs that the executor receives are among the events.
  var records: Bool { self != .default && self != .immediate }
}

extension BoltsProgram.Answer {
  /// The outcome if the closure returns no task of another step.
  var outcome: BoltsProgram.Outcome {
    if case .outcome(let outcome) = self { outcome } else { .two }
  }
}

extension BoltsProgram.Outcome {
  var value: Int { self == .one ? 1 : 2 }

  var error: any Error {
    switch self {
    case .first: TestError.first
    case .second: TestError.second
    case .other: OtherError.other
    case .one, .two, .cancellation: CancelledError()
    }
  }

  var ending: Ending {
    switch self {
    case .one, .two: .result("\(value)")
    case .first, .second, .other: .error("\(self)")
    case .cancellation: .cancelled
    }
  }

  var task: BFTask<Int> {
    switch self {
    case .one, .two: BFTask(value)
    case .first, .second, .other: BFTask(error: error)
    case .cancellation: .cancelledTask()
    }
  }

  func get() throws -> Int {
    switch self {
    case .one, .two: value
    case .first, .second, .other, .cancellation: throw error
    }
  }
}
