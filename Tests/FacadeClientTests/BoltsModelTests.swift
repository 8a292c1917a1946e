import BoltsCompat
import Dispatch
import Testing

private typealias Task = BFTask
private typealias TaskCompletionSource = BFTaskCompletionSource
private typealias Executor = BFExecutor

private class Draft {
  var text = ""
}

/// A view model as it was written for Bolts; nothing is annotated, and the module is on the main
/// actor by default.
private final class Model {
  let tokens = BFCancellationTokenSource()
  let draft = Draft()
  var title = ""
  var problem: (any Error)?
  var rounds = 0
  var notes: [String] = []

  func note(_ text: String) { notes.append("\(text) on \(place())") }

  // Methods to pass by name.
  func shown(_ task: Task<Int>) { note("shown") }
  func showing(_ task: Task<Int>) -> Task<Void> {
    note("showing")
    return Task<Void>()
  }
  func value(_ number: Int) { note("value") }
  func more(_ number: Int) -> Task<Void> {
    note("more")
    return Task<Void>()
  }
  func failed(_ error: any Error) -> Int {
    note("failed")
    return 0
  }
  func retried(_ error: Broken) -> Task<Int> {
    note("retried")
    return Task(0)
  }
  func work() { note("work") }

  func closures(_ task: Task<Int>) -> [Task<Void>] {
    return [
      task.continueWith { task in
        self.title = "\(task.result ?? 0)"
        self.note("with")
      },
      task.continueWith { [weak self] _ in self?.note("weak") },
      task.continueWith(cancellationToken: tokens.token) { _ in self.note("token") },
      task.continueWithTask { _ in self.showing(task) },
      task.continueOnSuccessWith { number in
        self.draft.text += "\(number)"
        self.note(self.draft.text)
      },
      task.continueOnSuccessWithTask { self.more($0) },
      task.continueOnSuccessWithTask(cancellationToken: tokens.token) { self.more($0) },
    ]
  }

  func errorClosures(_ task: Task<Int>) -> [Task<Void>] {
    return [
      task.continueOnErrorWith { self.failed($0) },
      task.continueOnErrorWith { (error: Broken) -> Int in
        self.problem = error
        return self.failed(error)
      },
      task.continueOnErrorWith(cancellationToken: tokens.token) { self.failed($0) },
      task.continueOnErrorWithTask { error in Task(self.failed(error)) },
      task.continueOnErrorWithTask { (error: Broken) in self.retried(error) },
    ].map { $0.makeVoid() }
  }

  func methods(_ task: Task<Int>) -> [Task<Void>] {
    return [
      task.continueWith(continuation: shown),
      task.continueWith(continuation: self.shown),
      task.continueWithTask(continuation: showing),
      task.continueOnSuccessWith(continuation: value),
      task.continueOnSuccessWithTask(cancellationToken: tokens.token, continuation: more),
    ]
  }

  func errorMethods(_ task: Task<Int>) -> [Task<Void>] {
    return [
      task.continueOnErrorWith(continuation: failed).makeVoid(),
      task.continueOnErrorWithTask(continuation: retried).makeVoid(),
    ]
  }

  func variables(_ task: Task<Int>) -> [Task<Void>] {
    #if swift(>=6)
    let show: @MainActor (Task<Int>) -> Void = { _ in self.note("variable") }
    let start: @MainActor (Int) throws -> Task<Void> = { self.more($0) }
    #else
    let show: (Task<Int>) -> Void = { _ in self.note("variable") }
    let start: (Int) throws -> Task<Void> = { self.more($0) }
    #endif
    return [
      task.continueWith(continuation: show),
      task.continueOnSuccessWithTask(continuation: start),
    ]
  }

  func onTheMainThread(_ task: Task<Int>, _ main: Executor) -> [Task<Void>] {
    return [
      task.continueWith(.mainThread) { self.shown($0) },
      task.continueWith(Executor.mainThread) { self.shown($0) },
      task.continueWith(.mainThread, continuation: shown),
      task.continueWith(.mainThread, cancellationToken: tokens.token) { self.shown($0) },
      task.continueWithTask(.mainThread) { self.showing($0) },
      task.continueOnSuccessWith(.mainThread, continuation: value),
      task.continueOnSuccessWithTask(Executor.mainThread) { self.more($0) },
    ]
  }

  func loop(_ start: Task<Int>, _ load: @escaping () -> Task<Void>) -> Task<Void> {
    return start.makeVoid().continueWhile {
      self.note("asked")
      return self.rounds < 2
    } continuation: { _ in
      self.rounds += 1
      self.note("round")
      return load()
    }
  }

  func observeCancellation() {
    tokens.token.registerCancellationObserver { self.note("cancelled") }
    tokens.token.registerCancellationObserver(block: work)
  }

  func started() -> [Task<Void>] {
    return [
      Task { self.note("init") },
      Task(closure: work),
      Task.execute { self.note("execute") },
      Task.execute(closure: work),
      Task.executeWithTask { self.more(1) },
      Task(.mainThread) { self.note("main thread") },
    ]
  }
}

/// Closures and functions that are passed in main-actor code run on the main actor.
@Suite(.timeLimit(.minutes(10))) struct BoltsModelTests {
  private let model = Model()
  private let source = TaskCompletionSource<Int>()

  private func all(_ count: Int, are texts: String...) -> Bool {
    let notes = Set(model.notes.map { $0.replacing(" on main", with: "") })
    return model.notes.count == count && notes == Set(texts)
      && model.notes.allSatisfy { $0.hasSuffix(" on main") }
  }

  @Test func continuationsRunOnTheMainActor() async throws {
    let ends = model.closures(source.task)
    #expect(model.notes == [])
    network.async { [source] in source.set(result: 1) }
    try await Task.whenAll(ends).get()
    #expect(
      model.notes
        == ["with", "weak", "token", "showing", "1", "more", "more"].map { "\($0) on main" }
    )
    #expect(model.title == "1")
  }

  @Test func closuresAfterAnError() async throws {
    let ends = model.errorClosures(source.task)
    network.async { [source] in source.set(error: Broken()) }
    try await Task.whenAll(ends).get()
    #expect(all(5, are: "failed", "retried"), "\(model.notes)")
    #expect(model.problem is Broken)
  }

  @Test func methodsByName() async throws {
    let ends = model.methods(source.task)
    network.async { [source] in source.set(result: 1) }
    try await Task.whenAll(ends).get()
    #expect(all(5, are: "shown", "showing", "value", "more"), "\(model.notes)")
  }

  @Test func methodsByNameAfterAnError() async throws {
    let ends = model.errorMethods(source.task)
    network.async { [source] in source.set(error: Broken()) }
    try await Task.whenAll(ends).get()
    #expect(all(2, are: "failed", "retried"), "\(model.notes)")
  }

  @Test func closuresInVariables() async throws {
    let ends = model.variables(source.task)
    network.async { [source] in source.set(result: 1) }
    try await Task.whenAll(ends).get()
    #expect(all(2, are: "variable", "more"), "\(model.notes)")
  }

  @Test func closuresOnTheMainThread() async throws {
    let ends = model.onTheMainThread(source.task, .mainThread)
    network.async { [source] in source.set(result: 1) }
    try await Task.whenAll(ends).get()
    #expect(all(7, are: "shown", "showing", "value", "more"), "\(model.notes)")
  }

  @Test func conditionAndBodyOfALoopRunOnTheMainActor() async throws {
    let load: () -> Task<Void> = {
      let round = TaskCompletionSource<Void>()
      network.async { round.set(result: ()) }
      return round.task
    }
    let end = model.loop(source.task, load)
    network.async { [source] in source.set(result: 1) }
    try await end.get()
    #expect(
      model.notes == ["asked", "round", "asked", "round", "asked"].map { "\($0) on main" }
    )
  }

  @Test func startedWorkRunsInTheCall() {
    #expect(model.started().allSatisfy { $0.completed })
    #expect(all(6, are: "init", "work", "execute", "more", "main thread"), "\(model.notes)")
  }

  @Test func whatEndsOnTheMainActorGoesOnInTheCall() {
    _ = model.closures(source.task) + model.methods(source.task)
    source.set(result: 1)
    #expect(model.notes.count == 12)
  }

  @Test func observersOfACancellation() async throws {
    let done = TaskCompletionSource<Void>()
    model.observeCancellation()
    model.tokens.token.registerCancellationObserver { done.set(result: ()) }
    network.async { [tokens = model.tokens] in tokens.cancel() }
    try await done.task.get()
    #expect(model.notes == ["cancelled on main", "work on main"])
  }

  @Test func asynchronousWorkRunsOnTheMainActor() async throws {
    let end = Task<Void> {
      self.model.note("async")
      await Swift.Task<Never, Never>.yield()
      self.model.note("async")
    }
    try await end.get()
    #expect(all(2, are: "async"), "\(model.notes)")
  }

  @Test func nonisolatedCodeKeepsTheRuleOfBolts() async throws {
    let places = try await Task.whenAllResult(nonisolatedCode(source)).get()
    #expect(places == ["network", "network", "network", "main"])
  }
}

/// Ends the task of a source on `network`, and returns the places of its continuations.
private nonisolated func nonisolatedCode(_ source: TaskCompletionSource<Int>) -> [Task<String>] {
  @Sendable func byName(_ number: Int) -> String { place() }
  let places = [
    source.task.continueWith { _ in place() },
    source.task.continueOnSuccessWith(continuation: byName),
    source.task.continueOnSuccessWithTask { _ in Task(place()) },
    source.task.continueWith(.mainThread) { _ in place() },
  ]
  network.async {
    source.set(result: 1)
    // The default executor is the thread that ends the task.
    precondition(places.dropLast().allSatisfy { $0.completed })
  }
  return places
}
