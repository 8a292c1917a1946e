import BrightFuturesCompat
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
  let token = InvalidationToken()
  var title = ""
  var users: [User] = []
  var places: [Bool] = []

  func note() { places.append(DispatchQueue.getSpecific(key: mark) == true) }

  func show(_ future: Future<String, AppError>) -> Future<String, Never> {
    var count = 0
    future
      .onSuccess { name in
        count += 1
        self.users.append(User(name: name))
        self.note()
      }
      .onFailure { _ in self.note() }
      .onComplete { [weak self] _ in self?.note() }
    future.onSuccess(token.validContext) { name in
      self.title = name
      self.note()
    }
    future.onSuccess(DispatchQueue.main.context) { self.users.append(User(name: $0)) }
    return
      future
      .map { name -> String in
        self.note()
        return name
      }
      .flatMap { name -> Future<String, AppError> in
        self.note()
        return Future(value: name + "!")
      }
      .andThen { _ in self.note() }
      .recover { _ in
        self.note()
        return self.title
      }
  }
}

/// Closures that are passed in main-actor code run on the main actor.
@Suite(.timeLimit(.minutes(10))) struct MainActorClassForms {
  @MainActor
  @Test func afterASuccess() async {
    let screen = Screen()
    let promise = Promise<String, AppError>()
    let end = screen.show(promise.future)
    DispatchQueue.global().async { promise.success("ada") }
    #expect(await end.get() == "ada!")
    #expect(screen.title == "ada" && screen.users.count == 2)
    #expect(screen.places == Array(repeating: true, count: 6))
  }

  @MainActor
  @Test func afterAFailure() async {
    let screen = Screen()
    let promise = Promise<String, AppError>()
    screen.title = "nobody"
    let end = screen.show(promise.future)
    DispatchQueue.global().async { promise.failure(.offline) }
    #expect(await end.get() == "nobody")
    #expect(screen.places == Array(repeating: true, count: 4))
  }
}
