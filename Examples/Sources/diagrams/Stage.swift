import Futures
import FuturesTesting
import Synchronization

/// A failure with a name to display.
struct Problem: Error {
  let name: String

  init(_ name: String) { self.name = name }
}

/// A stage on which a diagram is played: a clock that only the diagram advances, work of a given
/// duration, and a recording of what the futures do.
///
/// It observes results, but never work, because the verbs on the work might behave differently if
/// it were observed.
final class Stage: Sendable {
  let clock = ManualClock()

  private let source: Source
  private let recording = Mutex(Recording())
  /// The context in which tasks run: within the steps of the clock.
  private let tasks = ManualContext("tasks")
  /// The name of the context whose jobs are running.
  private let place = Mutex("inline")

  init(_ source: Source) { self.source = source }

  // MARK: - Code

  /// Shows the lines that follow, down to the next empty one.
  func code(line: Int = #line) {
    recording.withLock { $0.rows.append(.code(source.paragraph(after: line))) }
  }

  /// Performs an action at a moment, and shows its code, the text between the braces.
  func act(at second: Double, line: Int = #line, _ action: @escaping @Sendable () -> Void) {
    let code = source.closure(inLine: line)
    schedule(at: second) { [self] in
      recording.withLock { $0.actions.append((now, code)) }
      action()
    }
  }

  /// Performs an action at a moment.
  func schedule(at second: Double, _ action: @escaping @Sendable () -> Void) {
    _ = clock.schedule(after: .seconds(second) - clock.now.offset, action)
  }

  // MARK: - Work

  /// Starts work that takes some seconds; without an outcome, it never ends.
  ///
  /// It belongs to the scope in which this is called, as a transfer or a future of a task does.
  func work<Value>(
    _ name: String,
    takes seconds: Double = 0,
    _ outcome: Result<Value, Problem>? = nil
  ) -> Future<Value, any Error> {
    Future.withPromise { promise in
      let row = recording.withLock { recording in
        recording.rows.append(.work(Recording.Line(name: name, start: now)))
        return recording.rows.count - 1
      }
      promise.onCancel { [self] in settle(row, .cancellation) }
      guard let outcome else {
        // Kept, because a dropped promise would break.
        return keep(promise)
      }
      schedule(at: now + seconds) { [self] in
        if promise.future.isSettled { return }
        settle(row, description(of: outcome))
        promise.complete(outcome.mapError { $0 })
      }
    }
  }

  /// Shows a future that a verb returned.
  @discardableResult
  func result<Value, Failure>(
    _ name: String,
    _ future: Future<Value, Failure>
  ) -> Future<Value, Failure> {
    let row = recording.withLock { recording in
      recording.rows.append(.result(Recording.Line(name: name, start: now)))
      return recording.rows.count - 1
    }
    future.onComplete { [self] result in settle(row, description(of: result)) }
    return future
  }

  /// Starts a task and shows its outcome.
  @discardableResult
  func task<Value>(
    _ name: String,
    _ body: @escaping @Sendable () async throws -> Value
  ) -> Future<Value, any Error> {
    result(name, tasks.capture { Future(operation: body) })
  }

  // MARK: - Closures

  /// Records that a closure runs, and where.
  func ran(_ closure: String) {
    let place = place.withLock { $0 }
    recording.withLock { $0.add(closure, inPlace: place, at: now) }
  }

  /// Returns a context with a name, which is busy with other work until a moment.
  func context(_ name: String, freeAt second: Double) -> ExecutionContext {
    let manual = ManualContext(name)
    _ = recording.withLock { $0.row(ofPlace: name) }
    schedule(at: second) { [self] in
      run(manual, named: name)
    }
    return manual.context
  }

  private func run(_ context: ManualContext, named name: String) {
    place.withLock { $0 = name }
    context.runAll()
    place.withLock { $0 = "inline" }
  }

  /// Keeps an object until the end, as its owner would.
  func keep(_ object: some Sendable) { schedule(at: 1_000_000) { withExtendedLifetime(object) {} } }

  // MARK: - Playing

  /// Advances the clock and returns a recording.
  func play(seconds: Double) -> Recording {
    let end = ManualClock.Instant(offset: .seconds(seconds))
    run(tasks, named: "task")
    while let next = clock.pendingTimers.first, next <= end {
      clock.advance(to: next)
      run(tasks, named: "task")
    }
    return recording.withLock { recording in
      recording.end = seconds
      return recording
    }
  }

  private var now: Double { clock.now.offset / .seconds(1) }

  private func settle(_ row: Int, _ outcome: Recording.Outcome) {
    recording.withLock { $0.settle(row, outcome, at: now) }
  }

  private func description<Value, Failure>(
    of result: Result<Value, Failure>
  ) -> Recording.Outcome {
    switch result {
    case .success(let value): .value(text(value))
    case .failure(let error as any CancellationRepresentable) where error.isCancellation:
      .cancellation
    case .failure(let error): .failure(text(error))
    }
  }

  private func text(_ value: Any) -> String {
    switch value {
    case is Void: "()"
    case let problem as Problem: problem.name
    case let outcomes as [Result<Int, any Error>]:
      "["
        + outcomes.map { outcome in
          switch outcome {
          case .success(let value): text(value)
          case .failure(let error): text(error)
          }
        }
        .joined(separator: ", ") + "]"
    case let error as any Error: "\(type(of: error))".prefix { $0 != "<" }.description
    default: "\(value)"
    }
  }
}
