import BrightFuturesCompat
import Foundation

/// Calls in the idioms of BrightFutures 8.2; each gives something to look at.
class Idioms {
  var count = 0
  var seen: [String] = []
  let service = MemoryService()
  let old = OldService()

  func chain() -> Future<Int, AppError> {
    return service.user(named: "ada")
      .map { $0.name }
      .flatMap { self.service.user(named: $0 + "!") }
      .map { user in
        self.seen.append(user.name)
        return user
      }
      .filter { !$0.name.isEmpty }
      .mapError { error -> AppError in
        if case .external(let inner) = error { return inner }
        return .offline
      }
      .map { $0.name.count }
  }

  func callbacks(done: @escaping () -> Void) {
    var local = 0
    service.user(named: "ada")
      .onSuccess { user in
        local += 1
        self.count += local
        user.friends.append(User(name: "eve"))
      }
      .onFailure { _ in self.count -= 1 }
      .onComplete { _ in done() }
  }

  func wrapping() -> Future<User, AppError> {
    return materialize { self.old.fetch("ada", completion: $0) }
  }

  func wrappingOthers() -> Future<Void, AppError> {
    let date = materialize { self.old.now(completion: $0) }
    return date.promoteError().flatMap { _ in materialize { self.old.ping(completion: $0) } }
  }

  func resolver() -> Future<User, AppError> {
    return Future { complete in
      old.fetch("ada") { user, error in
        if let user = user {
          self.seen.append("resolved")
          complete(.success(user))
        } else {
          complete(.failure(error ?? .offline))
        }
      }
    }
  }

  func keyPaths() -> Future<Int, AppError> {
    return service.user(named: "ada").map(\.name).count
  }

  func sequences() -> Future<String, AppError> {
    let names = ["ada", "eve"]
    let users = names.traverse { self.service.user(named: $0) }
    let folded = names.map { service.user(named: $0) }
      .fold(User(name: "")) { sum, user in
        sum.name += user.name
        return sum
      }
    return users.zip(folded).map { $0.map { $0.name }.joined() + $1.name }
  }

  func contexts() -> [ExecutionContext] {
    let own: ExecutionContext = { task in
      self.count += 1
      task()
    }
    let queue = OperationQueue()
    return [
      own, immediateExecutionContext, DispatchQueue.main.context, queue.context,
      DispatchSemaphore(value: 1).context, { task in DispatchQueue.global().async { task() } },
    ]
  }

  func functionAsContext() -> Future<Int, Never> {
    func run(_ task: @escaping () -> Void) {
      count += 1
      task()
    }
    return Future<Int, Never>(value: 1).map(run) { $0 + 1 }
  }

  func results() -> Result<User, AppError> {
    let result = Result<User, AppError>(value: User(name: "ada"))
    return result.analysis(
      ifSuccess: { user in
        self.seen.append(user.name)
        return result
      },
      ifFailure: { Result(error: $0) }
    )
  }

  func coalescing() -> Future<User, Never> {
    let second = service.user(named: "") ?? self.service.user(named: "")
    return second ?? User(name: "nobody")
  }

  func queues() -> Future<User, Never> {
    return DispatchQueue.global().asyncValue {
      self.count += 1
      return User(name: "queue")
    }
  }

  func debugging(_ logger: MemoryLogger) -> Future<User, AppError> {
    return service.user(named: "ada").debug("ada", logger: logger)
  }
}

/// A class of the main thread, without annotations.
class ProfileViewController {
  var title = ""
  var user: User?
  let token = InvalidationToken()

  func viewDidAppear(_ future: Future<User, AppError>) {
    future.onSuccess(token.validContext(DispatchQueue.main.context)) { user in
      self.user = user
      self.title = user.name
    }
    future.onFailure { [unowned self] error in self.title = "\(error)" }
  }

  func viewDidDisappear() { token.invalidate() }
}
