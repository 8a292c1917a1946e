import Futures
import FuturesTesting
import Testing
import Workflows

/// A screen that runs a workflow: steps that are methods of the model, observers, progress, a
/// monitor.
#if !hasFeature(NonisolatedNonsendingByDefault)
@MainActor
#endif
private final class ImportModel {
  private(set) var rows: [String] = []
  private(set) var fractions: [Double] = []
  private(set) var states: [RunState] = []
  private(set) var seen: [RunState] = []
  private(set) var problem: (any Error)?
  private(set) var isActive = false
  private(set) var notes: [String] = []
  private var run: WorkflowRun<Int>?
  private var monitor: WorkflowMonitor?

  private let library: Library
  private let clock: any Clock<Duration>
  var attempts = 0
  var failures = 0

  init(library: Library, clock: any Clock<Duration>) {
    self.library = library
    self.clock = clock
    monitor = WorkflowMonitor { report in
      MainActor.assertIsolated()
      self.states.append(report.state)
    }
  }

  var workflow: Workflow<Void, Int> {
    Workflow("import") {
      Perform("load") { try await self.load() }
        .retry(RetryPolicy(attempts: 3, backoff: .constant(.seconds(1))), clock: clock)
      Perform("parse") { (books: [LibraryBook]) in books.map { self.row(of: $0) } }
      When("few") { (rows: [String]) in
        self.note("when")
        return rows.count < 10
      } then: {
        Perform("keep") { (rows: [String]) in
          self.rows = rows
          return rows.count
        }
      } otherwise: {
        Perform("drop") { (_: [String]) in 0 }
      }
      Perform.withContext("check") { (count: Int, context: StepContext) in
        self.note("check")
        context.report(0.5)
        return count
      }
    }
  }

  @discardableResult
  func start() -> WorkflowRun<Int> {
    let run = workflow.start()
    self.run = run
    monitor?.observe(run)
    run
      .onSuccess(for: self) { model, count in
        model.note("success")
        model.isActive = false
      }
      .onFailure(for: self) { model, error in
        model.note("failure")
        model.problem = error
      }
    run.future.onSettled { self.note("settled") }
    isActive = true
    return run
  }

  func follow(_ run: WorkflowRun<Int>) -> Task<Void, Never> {
    Task {
      for await fraction in run.progress {
        MainActor.assertIsolated()
        self.fractions.append(fraction)
      }
      for await state in run.states { self.seen.append(state) }
    }
  }

  func leave() { run?.removeObservers(of: self) }

  private func load() async throws -> [LibraryBook] {
    MainActor.assertIsolated()
    attempts += 1
    if attempts <= failures { throw LibraryError.offline }
    return try await library.books().value
  }

  private func row(of book: LibraryBook) -> String {
    MainActor.assertIsolated()
    return "\(book.id) \(book.title)"
  }

  private func note(_ name: String) {
    MainActor.assertIsolated()
    notes.append(name)
  }
}

#if !hasFeature(NonisolatedNonsendingByDefault)
@MainActor
#endif
@Suite(.timeLimit(.minutes(10)))
struct ImportTests {
  private let library = Library()
  private let clock = ManualClock()
  private let model: ImportModel

  init() { model = ImportModel(library: library, clock: clock) }

  private func answer(_ index: Int) async {
    while library.requestCount <= index { await Task.yield() }
    library.answerLater(shelf, at: index)
  }

  @Test func importsWithItsOwnMethods() async throws {
    let run = model.start()
    let following = model.follow(run)
    await answer(0)
    #expect(try await run.value == 2)
    await following.value
    #expect(model.rows == ["2 Emma", "1 Persuasion"])
    #expect(model.fractions.last == 1)
    #expect(model.seen.last == .succeeded)
    #expect(!model.isActive)
    #expect(model.problem == nil)
    #expect(model.states.last == .succeeded)
    #expect(Set(model.notes) == ["when", "check", "success", "settled"])
  }

  @Test func triesAgainOnTheClock() async throws {
    model.failures = 2
    let run = model.start()
    try await clock.waitForTimer(dueIn: .seconds(1))
    clock.advance(by: .seconds(1))
    try await clock.waitForTimer(dueIn: .seconds(1))
    clock.advance(by: .seconds(1))
    await answer(0)
    #expect(try await run.value == 2)
    #expect(model.attempts == 3)
  }

  @Test func tellsWhatWentWrong() async throws {
    let manual = ManualContext()
    model.failures = 3
    let future = manual.capture { model.start().future }
    try await clock.run(until: future, on: manual)
    #expect(future.currentError as? LibraryError == .offline)
    #expect(model.problem as? LibraryError == .offline)
    #expect(model.notes == ["failure", "settled"])
    #expect(clock.now.offset == .seconds(2))
  }

  @Test func theRunEndsWithItsLastObserver() async throws {
    let run = model.start()
    while library.requestCount == 0 { await Task.yield() }
    model.leave()
    #expect(run.state == .cancelled)
    await run.stopped()
    #expect(model.notes.contains("success") == false)
  }
}
