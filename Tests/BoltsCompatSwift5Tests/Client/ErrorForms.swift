import BoltsCompat
import Dispatch
import Foundation

/// Continuations after an error.
///
/// Each function takes a task that fails with `LocalError.first`, and returns tasks that end with
/// 0.
struct ErrorForms {
  let queue = DispatchQueue(label: "errors")

  func any(_ error: Error) throws -> Int { return 0 }
  func local(_ error: LocalError) throws -> Int { return 0 }
  func anyTask(_ error: Error) throws -> Task<Int> { return Task(0) }
  func localTask(_ error: LocalError) throws -> Task<Int> { return Task(0) }

  func values(_ task: Task<Int>, _ executor: Executor) -> [Task<Int>] {
    let baseName: (Executor, @escaping (Error) throws -> Int) -> Task<Int> = task
      .continueOnErrorWith
    let fullName: (Executor, @escaping (Error) throws -> Int) -> Task<Int> =
      task.continueOnErrorWith(_:continuation:)
    return [
      task.continueOnErrorWith { _ in 0 },
      task.continueOnErrorWith { error in
        print("after \(error)")
        return 0
      },
      task.continueOnErrorWith { (error: Error) in 0 },
      task.continueOnErrorWith { (error) -> Int in
        if error is OtherError { throw error }
        return 0
      },
      task.continueOnErrorWith(continuation: any),
      task.continueOnErrorWith(executor, continuation: any),
      task.continueOnErrorWith(executor) { try self.any($0) },
      task.continueOnErrorWith(.queue(queue)) { _ in 0 },
      baseName(.default, any),
      fullName(executor, any),
    ]
  }

  func valuesOfOneType(_ task: Task<Int>, _ executor: Executor) -> [Task<Int>] {
    let baseName: (Executor, @escaping (LocalError) throws -> Int) -> Task<Int> =
      task.continueOnErrorWith
    return [
      task.continueOnErrorWith { (error: LocalError) in 0 },
      task.continueOnErrorWith { (error: OtherError) in 1 }
        .continueOnErrorWith { (error: LocalError) -> Int in
          switch error {
          case .first: return 0
          case .second: throw error
          }
        },
      task.continueOnErrorWith(continuation: local),
      task.continueOnErrorWith(executor, continuation: local),
      task.continueOnErrorWith(.queue(queue)) { (error: LocalError) in try self.local(error) },
      baseName(.default, local),
    ]
  }

  func valueOfSystemError() -> Task<Int> {
    return Task<Int>(error: NSError(domain: "errors", code: 0))
      .continueOnErrorWith { (error: NSError) in error.code }
  }

  func tasks(_ task: Task<Int>, _ executor: Executor) -> [Task<Int>] {
    let baseName: (Executor, @escaping (Error) throws -> Task<Int>) -> Task<Int> =
      task.continueOnErrorWithTask
    let fullName: (Executor, @escaping (Error) throws -> Task<Int>) -> Task<Int> =
      task.continueOnErrorWithTask(_:continuation:)
    return [
      task.continueOnErrorWithTask { _ in Task(0) },
      task.continueOnErrorWithTask { error in
        print("after \(error)")
        return Task(0)
      },
      task.continueOnErrorWithTask { (error: Error) -> Task<Int> in
        if error is OtherError { throw error }
        return Task(0)
      },
      task.continueOnErrorWithTask { error in Task(error: error) }.continueOnErrorWith { _ in 0 },
      task.continueOnErrorWithTask(continuation: Task.init(error:)).continueOnErrorWith { _ in 0 },
      task.continueOnErrorWithTask(continuation: anyTask),
      task.continueOnErrorWithTask(executor, continuation: anyTask),
      task.continueOnErrorWithTask(executor) { try self.anyTask($0) },
      task.continueOnErrorWithTask(.queue(queue)) { _ in Task(0) },
      baseName(.default, anyTask),
      fullName(executor, anyTask),
    ]
  }

  func tasksOfOneType(_ task: Task<Int>, _ executor: Executor) -> [Task<Int>] {
    let baseName: (Executor, @escaping (LocalError) throws -> Task<Int>) -> Task<Int> =
      task.continueOnErrorWithTask
    return [
      task.continueOnErrorWithTask { (error: LocalError) in Task(0) },
      task.continueOnErrorWithTask { (error: OtherError) in Task(1) }
        .continueOnErrorWithTask { (error: LocalError) -> Task<Int> in
          guard case .first = error else { throw error }
          return Task(0)
        },
      task.continueOnErrorWithTask(continuation: localTask),
      task.continueOnErrorWithTask(executor, continuation: localTask),
      task.continueOnErrorWithTask(.queue(queue)) { (error: LocalError) in try self.localTask(error)
      },
      baseName(.default, localTask),
    ]
  }
}
