import BrightFuturesCompat
import Dispatch
import Testing
import TestSupport

/// Callbacks that belong to the main actor may touch its state, and run there wherever they are
/// registered.
@Suite(.timeLimit(.minutes(10))) struct MainActorCallbackTests {
  @MainActor
  final class Screen {
    var lines: [String] = []

    func show(_ future: Future<Int, Oops>) {
      future
        .onSuccess { @MainActor value in self.lines.append("\(value)") }
        .onFailure { @MainActor error in self.lines.append("\(error)") }
        .onComplete { @MainActor _ in self.lines.append("complete") }
    }
  }

  @MainActor
  @Test func theyTouchTheStateOfTheMainActor() async {
    let screen = Screen()
    let future = Future<Int, Oops>(value: 1)
    screen.show(future)
    #expect(screen.lines == [], "they always hop")
    _ = try? await future.andThen { _ in }.get()
    #expect(screen.lines == ["1", "complete"])
  }

  @Test func registeredElsewhereTheyRunOnTheMainActor() async {
    let done = Promise<Bool, Never>()
    Future<Int, Oops>(error: .first).onFailure { @MainActor _ in
      done.success(MainActor.assumeIsolated { true })
    }
    #expect(await done.future.get())
  }

  @MainActor
  @Test func theyMayRunInTheCallWhenAlreadyThere() {
    let screen = Screen()
    let future = Future<Int, Oops>(value: 1)
    future.onSuccess(.immediateOnMain) { @MainActor value in screen.lines.append("\(value)") }
    future.onComplete(.immediateOnMain) { @MainActor _ in screen.lines.append("complete") }
    Future<Int, Oops>(error: .first)
      .onFailure(.immediateOnMain) { @MainActor error in screen.lines.append("\(error)") }
    #expect(screen.lines == ["1", "complete", "first"])
  }

  @MainActor
  @Test func theyNeedNoMark() async {
    let screen = Screen()
    let promise = Promise<Int, Oops>()
    let token = InvalidationToken()
    let end = promise.future
      .onSuccess { screen.lines.append("success \($0)") }
      .onSuccess(token.validContext) { screen.lines.append("valid \($0)") }
      .onSuccess(DispatchQueue.main.context) { screen.lines.append("main \($0)") }
      .map { number -> Int in
        screen.lines.append("map \(number)")
        return number
      }
      .andThen { _ in screen.lines.append("then") }
    DispatchQueue.global().async { promise.success(1) }
    _ = try? await end.get()
    #expect(screen.lines == ["success 1", "valid 1", "main 1", "map 1", "then"])
  }

  /// An actor whose code runs on a queue of its own.
  private actor Shelf {
    private final class Executor: SerialExecutor {
      let place = MarkedQueue("shelf")

      func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        place.queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
      }
    }

    private let executor = Executor()
    private(set) var lines: [String] = []

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Adds a line, with a note if the queue of the actor does not run the caller.
    private func add(_ line: String) {
      lines.append(executor.place.isCurrent ? line : "\(line) elsewhere")
    }

    func keep(_ future: Future<Int, Oops>, _ token: InvalidationToken) -> Future<Int, Oops> {
      future.onSuccess(.immediateOnMain) { _ in self.add("immediate") }
      future.onSuccess(token.validContext) { _ in self.add("valid") }
      future.onSuccess(DispatchQueue.main.context) { _ in self.add("main") }
      withDefaultContext(immediateExecutionContext) {
        _ = future.onSuccess { _ in self.add("default") }
      }
      return future.map { number in
        self.add("map")
        return number
      }
    }

    func fold(_ future: Future<Int, Oops>) -> Future<Int, Oops> {
      [future].fold(1) { sum, number in
        self.add("fold")
        return sum + number
      }
    }
  }

  @Test func closuresOfAnActorRunOnTheActor() async throws {
    let shelf = Shelf()
    let promise = Promise<Int, Oops>()
    let end = await shelf.keep(promise.future, InvalidationToken())
    DispatchQueue.global().async { promise.success(7) }
    #expect(try await end.get() == 7)
    #expect(await shelf.lines == ["immediate", "valid", "main", "default", "map"])
  }

  @Test func aFoldOfAnActorRunsOnTheActor() async throws {
    let shelf = Shelf()
    let promise = Promise<Int, Oops>()
    let end = await shelf.fold(promise.future)
    DispatchQueue.global().async { promise.success(7) }
    #expect(try await end.get() == 8)
    #expect(await shelf.lines == ["fold"])
  }

  /// The names have a second type, which must not get into the way of the first.
  @Test func contextsAreWhatTheyWere() {
    let token = InvalidationToken()
    let log = Log<Int>()
    let one = Future<Int, Oops>(value: 1)
    func take(_ context: @escaping ExecutionContext) {}
    withDefaultContext(immediateExecutionContext) {
      let valid = token.validContext
      let called = token.validContext()
      let main = DispatchQueue.main.context
      var chosen = log.count == 0 ? valid : DispatchQueue.main.context
      for context in [valid, called, token.validContext, chosen] {
        one.onSuccess(context) { log.add($0) }
      }
      chosen = main
      take(chosen)
      take(token.validContext)
      take(DispatchQueue.main.context)
      let queue = DispatchQueue.main
      queue.context {}
    }
    #expect(log.all == [1, 1, 1, 1])
  }
}
