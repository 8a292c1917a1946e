import BoltsCompat
import Foundation

func wrapped<T>(_ value: T) -> Task<T> { return Task(value) }

func retried<T>(_ times: Int, _ work: @escaping () -> Task<T>) -> Task<T> {
  return work().continueOnErrorWithTask { error -> Task<T> in
    if times <= 1 { throw error }
    return retried(times - 1, work)
  }
}

/// A cache that asks once for each key.
class TaskCache<Key: Hashable, Item> {
  private var tasks: [Key: Task<Item>] = [:]
  private let load: (Key) -> Task<Item>

  init(load: @escaping (Key) -> Task<Item>) { self.load = load }

  func item(_ key: Key) -> Task<Item> {
    if let task = tasks[key] { return task }
    let task = load(key)
    tasks[key] = task
    return task
  }
}

/// Hands a source to whoever ends it.
class Request<Output> {
  let source = TaskCompletionSource<Output>()
  var task: Task<Output> { return source.task }

  func finish(_ output: Output?, _ error: Error?) {
    if let output = output {
      source.trySet(result: output)
    } else {
      source.trySet(error: error ?? LocalError.second("nothing"))
    }
  }
}

protocol Store {
  associatedtype Item
  func load(_ name: String) -> Task<Item>
}

extension Store {
  func loadAll(_ names: [String]) -> Task<[Item]> {
    return Task.whenAllResult(names.map { load($0) })
  }
}

struct NameStore: Store {
  func load(_ name: String) -> Task<String> { return Task(name.uppercased()) }
}

extension Task {
  func tap(_ body: @escaping (TResult) -> Void) -> Task<TResult> {
    return continueOnSuccessWith { result in
      body(result)
      return result
    }
  }

  func paired<S>(with other: Task<S>) -> Task<(TResult, S)> {
    return continueOnSuccessWithTask { result in
      other.continueOnSuccessWith { (result, $0) }
    }
  }

  func or(_ value: TResult) -> Task<TResult> { return continueOnErrorWith { _ in value } }
}

extension Task where TResult: Collection {
  var count: Task<Int> { return continueOnSuccessWith { $0.count } }
}

extension Task where TResult == String {
  var uppercased: Task<String> { return continueOnSuccessWith { $0.uppercased() } }
}

extension TaskCompletionSource where TResult == Void {
  func finish() { set(result: ()) }
}

extension Array {
  /// One after another.
  func inOrder<S>(_ body: @escaping (Element) -> Task<S>) -> Task<[S]> {
    return reduce(Task([])) { previous, element in
      previous.continueOnSuccessWithTask { results in
        body(element).continueOnSuccessWith { results + [$0] }
      }
    }
  }
}
