import BoltsCompat
import Dispatch
import Testing

private let mark: DispatchSpecificKey<Bool> = {
  let mark = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: mark, value: true)
  return mark
}()

/// A view controller, as one of UIKit: marked `@MainActor`, in a module that is not.
@MainActor
private class Screen {
  var title = ""
  let user = User(name: "")
  var places: [Bool] = []

  func note() { places.append(DispatchQueue.getSpecific(key: mark) == true) }

  func load(_ task: Task<String>) -> Task<Int> {
    var count = 0
    return
      task
      .continueOnSuccessWith { name -> String in
        self.user.name = name
        self.title = name
        self.note()
        count += 1
        return name
      }
      .continueOnSuccessWithTask { [weak self] name -> Task<String> in
        guard let self = self else { throw CancelledError() }
        self.note()
        count += 1
        return Task(name)
      }
      .continueWith { task -> Int in
        self.note()
        if let error = task.error { throw error }
        return count
      }
      .continueOnErrorWith { error in
        self.note()
        return 0
      }
  }

  func loadOnMainThread(_ task: Task<String>) -> Task<Void> {
    var count = 0
    return
      task
      .continueOnSuccessWith(.mainThread) { name in
        self.title = name
        self.note()
        count += 1
      }
      .continueWith(Executor.mainThread) { _ in
        self.note()
        self.title += " \(count)"
      }
  }

  func start() -> Task<String> {
    return Task {
      self.note()
      return self.title
    }
  }
}

/// Closures that are passed in main-actor code run on the main actor.
@Suite(.timeLimit(.minutes(10))) struct MainActorClassTests {
  @MainActor
  @Test func closuresWithoutAnExecutor() async throws {
    let screen = Screen()
    let source = TaskCompletionSource<String>()
    let end = screen.load(source.task)
    DispatchQueue.global().async { source.set(result: "ada") }
    #expect(try await end.get() == 2)
    #expect(screen.title == "ada" && screen.user.name == "ada")
    #expect(screen.places == [true, true, true])
  }

  @MainActor
  @Test func closuresAfterAnError() async throws {
    let screen = Screen()
    let source = TaskCompletionSource<String>()
    let end = screen.load(source.task)
    DispatchQueue.global().async { source.set(error: OtherError()) }
    #expect(try await end.get() == 0)
    #expect(screen.places == [true, true])
  }

  @MainActor
  @Test func closuresOnTheMainThread() async throws {
    let screen = Screen()
    let source = TaskCompletionSource<String>()
    let end = screen.loadOnMainThread(source.task)
    DispatchQueue.global().async { source.set(result: "eve") }
    try await end.get()
    #expect(screen.title == "eve 1")
    #expect(screen.places == [true, true])
  }

  @MainActor
  @Test func aClassOfTheMainActorStartsWork() {
    let screen = Screen()
    #expect(screen.start().completed)
    #expect(screen.places == [true])
  }
}
