import BoltsCompat
import Dispatch

/// Continuations that run in any case.
///
/// Each function takes a task that ends with 1, and returns tasks that end with 2.
struct ContinueForms {
  let queue = DispatchQueue(label: "continuing")

  func next(_ task: Task<Int>) throws -> Int { return task.result! + 1 }
  func nextTask(_ task: Task<Int>) throws -> Task<Int> { return Task(task.result! + 1) }

  func values(_ task: Task<Int>, _ executor: Executor) -> [Task<Int>] {
    let baseName: (Executor, @escaping (Task<Int>) throws -> Int) -> Task<Int> = task.continueWith
    let fullName: (Executor, @escaping (Task<Int>) throws -> Int) -> Task<Int> =
      task.continueWith(_:continuation:)
    let unbound: (Task<Int>) -> (Executor, @escaping (Task<Int>) throws -> Int) -> Task<Int> =
      Task<Int>.continueWith
    return [
      task.continueWith { $0.result! + 1 },
      task.continueWith { task in task.result! + 1 },
      task.continueWith { (task: Task<Int>) -> Int in
        if let error = task.error { throw error }
        return task.result! + 1
      },
      task.continueWith(continuation: next),
      task.continueWith(continuation: { $0.result! + 1 }),
      task.continueWith(executor) { try self.next($0) },
      task.continueWith(executor, continuation: next),
      task.continueWith(.queue(queue)) { task -> Int in
        guard let result = task.result else { throw OtherError() }
        return result + 1
      },
      task.continueWith(.queue(queue), continuation: next),
      task.continueWith(Executor.immediate, continuation: { try self.next($0) }),
      baseName(.default, next),
      fullName(executor, next),
      unbound(task)(executor, next),
    ]
  }

  func tasks(_ task: Task<Int>, _ executor: Executor) -> [Task<Int>] {
    let baseName: (Executor, @escaping (Task<Int>) throws -> Task<Int>) -> Task<Int> =
      task.continueWithTask
    let fullName: (Executor, @escaping (Task<Int>) throws -> Task<Int>) -> Task<Int> =
      task.continueWithTask(_:continuation:)
    return [
      task.continueWithTask { Task($0.result! + 1) },
      task.continueWithTask { task in Task(task.result! + 1) },
      task.continueWithTask { task -> Task<Int> in
        if task.faulted { return Task(error: task.error!) }
        return try self.nextTask(task)
      },
      task.continueWithTask(continuation: nextTask),
      task.continueWithTask(continuation: { try self.nextTask($0) }),
      task.continueWithTask(executor) { try self.nextTask($0) },
      task.continueWithTask(executor, continuation: nextTask),
      task.continueWithTask(.queue(queue)) { task -> Task<Int> in Task(task.result! + 1) },
      baseName(.default, nextTask),
      fullName(executor, nextTask),
    ]
  }

  /// Other types of results, and results that are not used.
  func others(_ task: Task<Int>) -> (Task<Void>, Task<Int?>, Task<(Int?, Bool)>, Task<Task<Int>>) {
    task.continueWith { _ in }
    task.continueWith { print("looked at \($0)") }
    task.continueWith(.immediate) { _ in 1 }
    task.continueWithTask { _ in Task("") }
    return (
      task.continueWith { _ in }, task.continueWith { task -> Int? in nil },
      task.continueWith { ($0.result, $0.cancelled) }, task.continueWith { $0 }
    )
  }
}
