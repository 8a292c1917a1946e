import BoltsCompat
import Dispatch
import Foundation

enum LocalError: Error {
  case first
  case second(String)
}

struct OtherError: Error {}

/// Every way to create a task.
///
/// Each function returns tasks that end with 1, or fail with `LocalError.first`, or are cancelled.
struct MakingTasks {
  let queue = DispatchQueue(label: "making")

  func one() throws -> Int { return 1 }
  func oneTask() throws -> Task<Int> { return Task(1) }
  func failing() throws -> Int { throw LocalError.first }

  func results() -> [Task<Int>] {
    let stated: Task<Int> = Task(1)
    let implicit: Task<Int> = .init(1)
    let inferred: Task = Task(1)
    let baseName: (Int) -> Task<Int> = Task.init
    let fullName: (Int) -> Task<Int> = Task<Int>.init(_:)
    let mapped = [1].map(Task.init) + [1].map(Task<Int>.init) + [1].map { Task($0) }
    return [Task(1), Task<Int>(1), stated, implicit, inferred, baseName(1), fullName(1)] + mapped
  }

  func otherResults() -> (
    Task<Void>, Task<Int?>, Task<(Int, String)>, Task<Any>, Task<[String: Any]>
  ) {
    return (
      Task(()), Task<Int?>(nil), Task((1, "one")), Task<Any>(1), Task<[String: Any]>(["one": 1])
    )
  }

  func errors() -> [Task<Int>] {
    let implicit: Task<Int> = .init(error: LocalError.first)
    let fullName: (Error) -> Task<Int> = Task.init(error:)
    let error: Error = LocalError.first
    return [Task(error: LocalError.first), Task<Int>(error: error), implicit, fullName(error)]
      + [error].map(Task.init(error:)) + [LocalError.first].map(Task<Int>.init(error:))
  }

  func cancelled() -> [Task<Int>] {
    let implicit: Task<Int> = .cancelledTask()
    let named: () -> Task<Int> = Task.cancelledTask
    return [Task<Int>.cancelledTask(), Task.cancelledTask(), implicit, named()]
  }

  func closures() -> [Task<Int>] {
    let baseName: (Executor, @escaping () throws -> Int) -> Task<Int> = Task.init
    let fullName: (Executor, @escaping () throws -> Int) -> Task<Int> = Task.init(_:closure:)
    return [
      Task { 1 },
      Task<Int> { return 1 },
      Task { () -> Int in
        let one = try self.one()
        return one
      },
      Task(closure: one),
      Task(closure: { 1 }),
      Task(.queue(queue)) { 1 },
      Task(.queue(queue), closure: one),
      Task(Executor.immediate) { try self.one() },
      baseName(.default, one),
      fullName(.default, one),
    ]
  }

  func executed() -> [Task<Int>] {
    let baseName: (Executor, @escaping () throws -> Int) -> Task<Int> = Task.execute
    let fullName = Task<Int>.execute(_:closure:)
    return [
      Task.execute { 1 },
      Task<Int>.execute { return try self.one() },
      Task.execute(closure: one),
      Task.execute(closure: { 1 }),
      Task.execute(.queue(queue)) { 1 },
      Task.execute(.queue(queue), closure: one),
      baseName(.immediate, one),
      fullName(.default, one),
    ]
  }

  func executedTasks() -> [Task<Int>] {
    let baseName: (Executor, @escaping () throws -> Task<Int>) -> Task<Int> = Task.executeWithTask
    let fullName = Task<Int>.executeWithTask(_:closure:)
    return [
      Task.executeWithTask { Task(1) },
      Task.executeWithTask { () -> Task<Int> in
        let task = try self.oneTask()
        return task
      },
      Task.executeWithTask(closure: oneTask),
      Task.executeWithTask(.queue(queue)) { Task(1) },
      Task.executeWithTask(.queue(queue), closure: oneTask),
      baseName(.immediate, oneTask),
      fullName(.default, oneTask),
    ]
  }

  func throwing() -> [Task<Int>] {
    return [
      Task { throw LocalError.first },
      Task(closure: failing),
      Task.execute(closure: failing),
      Task.execute(.queue(queue)) { throw LocalError.first },
      Task.executeWithTask { throw LocalError.first },
      Task.executeWithTask { Task(error: LocalError.first) },
    ]
  }

  func delays() -> [Task<Void>] {
    let interval: TimeInterval = 0.001
    let baseName: (TimeInterval) -> Task<Void> = Task<Int>.withDelay
    let fullName = Task<Int>.withDelay(_:)
    return [
      Task<Void>.withDelay(0.001), Task<Int>.withDelay(0), Task<String>.withDelay(interval),
      baseName(interval), fullName(interval),
    ] + [interval].map(Task<Void>.withDelay) + [interval].map(Task<Int>.withDelay(_:))
  }
}
