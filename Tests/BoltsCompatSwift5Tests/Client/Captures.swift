import BoltsCompat
import Dispatch
import Foundation

/// A class as it was written before there was `Sendable`.
class User {
  var name: String
  init(name: String) { self.name = name }
}

class ProfileController {
  var user: User?
  var title = ""
  var lines: [String] = []
  let queue = DispatchQueue(label: "profile")

  func load(_ name: String) -> Task<User> {
    let source = TaskCompletionSource<User>()
    let user = User(name: name)
    queue.async {
      self.lines.append("loaded")
      source.set(result: user)
    }
    return source.task
  }

  func show(_ name: String) -> Task<Void> {
    var count = 0
    return load(name)
      .continueOnSuccessWith(.queue(queue)) { user -> User in
        count += 1
        self.user = user
        user.name += "!"
        return user
      }
      .continueOnSuccessWithTask { [weak self] user -> Task<String> in
        guard let self = self else { throw CancelledError() }
        self.lines.append(user.name)
        count += 1
        return Task(user.name)
      }
      .continueWith { [unowned self] task in
        self.title = "\(task.result ?? "nobody") \(count)"
      }
  }

  func delegate(_ done: @escaping (User?, Error?) -> Void) {
    load("eve").continueWith { task in
      done(task.result, task.error)
    }
  }
}
