import BoltsCompat
import Dispatch

/// Continuations after success.
///
/// Each function takes a task that ends with 1, and returns tasks that end with 2.
struct SuccessForms {
  let queue = DispatchQueue(label: "success")

  func next(_ number: Int) throws -> Int { return number + 1 }
  func nextTask(_ number: Int) throws -> Task<Int> { return Task(number + 1) }

  func values(_ task: Task<Int>, _ executor: Executor) -> [Task<Int>] {
    let baseName: (Executor, @escaping (Int) throws -> Int) -> Task<Int> = task
      .continueOnSuccessWith
    let fullName: (Executor, @escaping (Int) throws -> Int) -> Task<Int> =
      task.continueOnSuccessWith(_:continuation:)
    let unbound: (Task<Int>) -> (Executor, @escaping (Int) throws -> Int) -> Task<Int> =
      Task<Int>.continueOnSuccessWith
    return [
      task.continueOnSuccessWith { $0 + 1 },
      task.continueOnSuccessWith { number in number + 1 },
      task.continueOnSuccessWith { (number: Int) -> Int in
        if number == 0 { throw OtherError() }
        return number + 1
      },
      task.continueOnSuccessWith(continuation: next),
      task.continueOnSuccessWith(continuation: { $0 + 1 }),
      task.continueOnSuccessWith(executor) { try self.next($0) },
      task.continueOnSuccessWith(executor, continuation: next),
      task.continueOnSuccessWith(.queue(queue)) { number -> Int in
        guard number > 0 else { throw OtherError() }
        return number + 1
      },
      task.continueOnSuccessWith(.queue(queue), continuation: next),
      baseName(.default, next),
      fullName(executor, next),
      unbound(task)(executor, next),
    ]
  }

  func tasks(_ task: Task<Int>, _ executor: Executor) -> [Task<Int>] {
    let baseName: (Executor, @escaping (Int) throws -> Task<Int>) -> Task<Int> =
      task.continueOnSuccessWithTask
    let fullName: (Executor, @escaping (Int) throws -> Task<Int>) -> Task<Int> =
      task.continueOnSuccessWithTask(_:continuation:)
    return [
      task.continueOnSuccessWithTask { Task($0 + 1) },
      task.continueOnSuccessWithTask { number in Task(number + 1) },
      task.continueOnSuccessWithTask { number -> Task<Int> in
        if number == 0 { throw OtherError() }
        return try self.nextTask(number)
      },
      task.continueOnSuccessWithTask { number in
        if number == 0 { return Task.cancelledTask() }
        return Task(number + 1)
      },
      task.continueOnSuccessWithTask(continuation: nextTask),
      task.continueOnSuccessWithTask(executor) { try self.nextTask($0) },
      task.continueOnSuccessWithTask(executor, continuation: nextTask),
      task.continueOnSuccessWithTask(.queue(queue)) { number -> Task<Int> in Task(number + 1) },
      task.continueOnSuccessWith { $0 + 1 }.continueOnSuccessWithTask(continuation: Task.init),
      baseName(.default, nextTask),
      fullName(executor, nextTask),
    ]
  }

  /// Initializers and functions of the standard library as continuations.
  func functions(_ task: Task<Int>) -> (Task<String>, Task<Double>, Task<Void>, Task<Void>) {
    task.continueOnSuccessWith { _ in }
    task.continueOnSuccessWithTask { _ in Task("") }
    return (
      task.continueOnSuccessWith(continuation: String.init(describing:)),
      task.continueOnSuccessWith(continuation: Double.init),
      task.continueOnSuccessWith { _ in },
      task.continueOnSuccessWith { _ in () }
    )
  }
}
