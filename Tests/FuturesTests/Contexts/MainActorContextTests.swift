import Futures
import Testing
import TestSupport

/// Something that only the main actor may touch.
///
/// That these tests compile is half of what they show.
@MainActor
private final class Screen {
  var lines: [String] = []
}

@MainActor
@Suite(.timeLimit(.minutes(10))) struct MainActorContextTests {
  private let screen = Screen()

  // MARK: Transforms, by naming the context

  @Test func mapTakesAClosureOfTheMainActor() async {
    let screen = screen
    let future = Future<Int, TestError>(value: 1).map(on: .mainActor) { value in
      screen.lines.append("map \(value)")
      return value + 1
    }
    #expect(!future.isCompleted)
    #expect(await future.outcome() == .success(2))
    #expect(screen.lines == ["map 1"])
  }

  @Test func flatMapTakesAClosureOfTheMainActor() async {
    let screen = screen
    let future = Future<Int, TestError>(value: 1).flatMap(on: .mainActor) { value in
      screen.lines.append("flatMap \(value)")
      return Future<String, TestError>(value: "next")
    }
    #expect(await future.outcome() == .success("next"))
    #expect(screen.lines == ["flatMap 1"])
  }

  @Test func mapErrorTakesAClosureOfTheMainActor() async {
    let screen = screen
    let future = Future<Int, TestError>(error: .first).mapError(on: .mainActor) { error in
      screen.lines.append("\(error)")
      return OtherError.other
    }
    #expect(await future.outcome() == .failure(.other))
    #expect(screen.lines == ["first"])
  }

  @Test func recoverTakesAClosureOfTheMainActor() async {
    let screen = screen
    let future = Future<Int, TestError>(error: .first).recover(on: .mainActor) { error in
      screen.lines.append("\(error)")
      return 3
    }
    #expect(await future.get() == 3)
    #expect(screen.lines == ["first"])
  }

  @Test func recoverWithTakesAClosureOfTheMainActor() async {
    let screen = screen
    let future = Future<Int, TestError>(error: .first).recoverWith(on: .mainActor) { error in
      screen.lines.append("\(error)")
      return Future<Int, Never>(value: 3)
    }
    #expect(await future.get() == 3)
    #expect(screen.lines == ["first"])
  }

  @Test func mapResultTakesAClosureOfTheMainActor() async {
    let screen = screen
    let future = Future<Int, TestError>(error: .first).mapResult(on: .mainActor) { result in
      screen.lines.append("\(result)")
      return 3
    }
    #expect(await future.get() == 3)
    #expect(screen.lines.count == 1)
  }

  @Test func flatMapResultTakesAClosureOfTheMainActor() async {
    let screen = screen
    let future = Future<Int, TestError>(error: .first).flatMapResult(on: .mainActor) { result in
      screen.lines.append("\(result)")
      return Future<Int, OtherError>(value: 3)
    }
    #expect(await future.outcome() == .success(3))
    #expect(screen.lines.count == 1)
  }

  @Test func andThenTakesAClosureOfTheMainActor() async {
    let screen = screen
    let future = Future<Int, TestError>(value: 1).andThen(on: .mainActor) { _ in
      screen.lines.append("andThen")
    }
    #expect(screen.lines == [])
    #expect(await future.outcome() == .success(1))
    #expect(screen.lines == ["andThen"])
  }

  // MARK: Observers, by naming the context or by marking the closure

  @Test func observersTakeTheContext() async {
    let screen = screen
    let done = Promise<Void, Never>()
    Future<Int, TestError>(value: 1)
      .onComplete(on: .mainActor) { _ in screen.lines.append("complete") }
      .onSuccess(on: .mainActor) { value in screen.lines.append("success \(value)") }
      .onFailure(on: .mainActor) { _ in screen.lines.append("never") }
      .onComplete { _ in done.succeed() }
    #expect(screen.lines == [])
    await done.future.map(on: .main) {}.get()
    #expect(screen.lines == ["complete", "success 1"])
  }

  @Test func observersMayBeClosuresOfTheMainActor() async {
    let screen = screen
    let done = Promise<Void, Never>()
    Future<Int, TestError>(value: 1)
      .onComplete { @MainActor _ in screen.lines.append("complete") }
      .onSuccess { @MainActor value in screen.lines.append("success \(value)") }
      .onFailure { @MainActor _ in screen.lines.append("never") }
    Future<Int, TestError>(error: .first)
      .onFailure { @MainActor error in
        screen.lines.append("failure \(error)")
        done.succeed()
      }
    #expect(screen.lines == [])
    await done.future.get()
    #expect(screen.lines == ["complete", "success 1", "failure first"])
  }

  // MARK: When and how

  @Test func mainActorAlwaysHops() async {
    let screen = screen
    let future = Future<Int, TestError>(value: 1).map(on: .mainActor) { value in
      screen.lines.append("\(value)")
    }
    #expect(!future.isCompleted)
    _ = await future.outcome()
    #expect(screen.lines == ["1"])
  }

  @Test func mainActorInlineRunsInTheCallWhenAlreadyThere() {
    let screen = screen
    let future = Future<Int, TestError>(value: 1).map(on: .mainActorInline) { value in
      screen.lines.append("\(value)")
    }
    #expect(future.isCompleted)
    #expect(screen.lines == ["1"])
  }

  @Test func whatAClosureOfTheMainActorThrowsFailsTheFuture() async {
    let screen = screen
    let future = Future<Int, any Error>(value: 1).flatMap(on: .mainActor) { value in
      screen.lines.append("\(value)")
      if value == 1 { throw TestError.third }
      return Future<Int, any Error>(value: value)
    }
    await #expect(throws: TestError.third) { try await future.get() }
    let typed = Future<Int, TestError>(value: 1).map(on: .mainActor) { value -> Int in
      screen.lines.append("\(value)")
      throw OtherError.other
    }
    await #expect(throws: OtherError.other) { try await typed.get() }
    #expect(screen.lines == ["1", "1"])
  }

  @Test func anInvalidationTokenMutesClosuresOfTheMainActor() async {
    let screen = screen
    let validity = InvalidationToken()
    let promise = Promise<Int, Never>()
    promise.future.onSuccess(on: validity.validContext(.mainActor)) { value in
      screen.lines.append("valid \(value)")
    }
    promise.future.onSuccess(on: InvalidationToken().validContext(.mainActorInline)) { value in
      screen.lines.append("other \(value)")
    }
    promise.succeed(1)
    validity.invalidate()
    await Future<Int, Never>(value: 1).map(on: .mainActor) { _ in }.get()
    #expect(screen.lines == ["other 1"])
  }

  @Test func theTokenReleasesAClosureOfTheMainActor() {
    let source = CancellationSource()
    let reference: WeakReference
    let promise = Promise<Int, any Error>()
    let future: Future<Int, any Error>
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      future = promise.future.map(on: .mainActor, cancellation: source.token) { value in
        tracked.touch()
        return value
      }
    }
    source.cancel()
    #expect(future.error is CancellationError)
    #expect(reference.isGone)
    promise.succeed(1)
  }
}
