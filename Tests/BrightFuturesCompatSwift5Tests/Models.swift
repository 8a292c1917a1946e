// A program from before data-race safety: classes that are not Sendable, mutable state, plain
// closures. Only the import was changed, from BrightFutures to BrightFuturesCompat.

import BrightFuturesCompat
import Foundation

class User {
  var name: String
  var friends: [User] = []
  var avatar: NSMutableData?

  init(name: String) { self.name = name }
}

enum AppError: Error, Equatable {
  case offline
  case unknown(String)
}

class Cache<Key: Hashable, Item> {
  private var items: [Key: Item] = [:]
  private var pending: [Key: Future<Item, AppError>] = [:]
  private let lock = NSLock()
  let load: (Key) -> Future<Item, AppError>

  init(load: @escaping (Key) -> Future<Item, AppError>) { self.load = load }

  func item(for key: Key) -> Future<Item, AppError> {
    lock.lock()
    defer { lock.unlock() }
    if let item = items[key] { return Future(value: item) }
    if let future = pending[key] { return future }
    let future = load(key).andThen(context: immediateExecutionContext) { result in
      if let item = result.value { self.items[key] = item }
    }
    pending[key] = future
    return future
  }
}

protocol UserService {
  associatedtype Failure: Error

  func user(named name: String) -> Future<User, Failure>
}

struct MemoryService: UserService {
  let queue = DispatchQueue(label: "service")

  func user(named name: String) -> Future<User, AppError> {
    let promise = Promise<User, AppError>()
    queue.async {
      if name.isEmpty {
        promise.failure(.unknown(name))
      } else {
        promise.success(User(name: name))
      }
    }
    return promise.future
  }
}

/// A service with completion handlers.
class OldService {
  func fetch(_ name: String, completion: @escaping (User?, AppError?) -> Void) {
    DispatchQueue.global().async {
      if name.isEmpty { completion(nil, .offline) } else { completion(User(name: name), nil) }
    }
  }

  func ping(completion: @escaping (AppError?) -> Void) { completion(nil) }
  func now(completion: @escaping (Date) -> Void) { completion(Date()) }
}
