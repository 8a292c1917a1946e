import BoltsCompat

struct CombiningForms {
  let one = Task(1)
  let two = Task(2)

  /// Tasks that end without a result.
  func all() -> [Task<Void>] {
    let baseName: ([Task<Int>]) -> Task<Void> = Task.whenAll
    let fullName: ([Task<Int>]) -> Task<Void> = Task<Int>.whenAll(_:)
    return [
      Task.whenAll([one, two]), Task<Int>.whenAll([one, two]), Task.whenAll(one, two),
      Task.whenAll(one),
      Task<Int>.whenAll([]), Task<Int>.whenAll(), baseName([one, two]), fullName([one, two]),
      Task.whenAll([1, 2].map { Task($0) }), Task.whenAll(one.continueWith { _ in }, Task(())),
    ]
  }

  /// Tasks that end with 1 and 2.
  func results() -> [Task<[Int]>] {
    let baseName: ([Task<Int>]) -> Task<[Int]> = Task.whenAllResult
    let fullName: ([Task<Int>]) -> Task<[Int]> = Task<Int>.whenAllResult(_:)
    return [
      Task.whenAllResult([one, two]), Task<Int>.whenAllResult([one, two]),
      Task.whenAllResult(one, two),
      Task.whenAllResult([1, 2].map(Task.init)), baseName([one, two]), fullName([one, two]),
      Task<Int>.whenAllResult([]).continueOnSuccessWith { $0 + [1, 2] },
    ]
  }

  /// Tasks that end without a result.
  func any() -> [Task<Void>] {
    let baseName: ([Task<Int>]) -> Task<Void> = Task.whenAny
    let fullName: ([Task<Int>]) -> Task<Void> = Task<Int>.whenAny(_:)
    let pending = TaskCompletionSource<Int>()
    return [
      Task.whenAny([one, two]), Task.whenAny(one, two), Task.whenAny(pending.task, two),
      Task<Int>.whenAny([]), Task<Int>.whenAny(), baseName([one]), fullName([one, two]),
    ]
  }

  /// The errors of two tasks that fail.
  func errors() -> [Error] {
    let task = Task.whenAll(
      Task<Int>(error: LocalError.first),
      Task<Int>(error: OtherError()),
      one
    )
    var errors = (task.error as? AggregateError)?.errors ?? []
    do {
      if let error = task.error { throw error }
    } catch let error as AggregateError {
      errors += error.errors
    } catch {}
    task.continueOnErrorWith { (error: AggregateError) in
      errors += error.errors
    }
    return errors
  }
}
