import BoltsCompat
import Dispatch
import Foundation

struct ExecutorForms {
  let queue = DispatchQueue(label: "executors")
  let operations = OperationQueue()

  func now(_ closure: () -> Void) { closure() }
  func later(_ closure: @escaping () -> Void) { queue.async { closure() } }

  /// Every kind, but for that of the main thread, which nobody drains in a test.
  func all() -> [Executor] {
    let queue = self.queue
    let closures: (@escaping (() -> Void) -> Void) -> Executor = Executor.closure
    let escaping: (@escaping (@escaping () -> Void) -> Void) -> Executor = Executor.escapingClosure
    let implicit: Executor = .default
    return [
      .default, .immediate, .queue(queue), .operationQueue(operations), implicit,
      Executor.immediate,
      .closure { $0() },
      .closure { closure in closure() },
      .closure({ (closure: () -> Void) in closure() }),
      .closure(now),
      closures(now),
      .escapingClosure { queue.async(execute: $0) },
      .escapingClosure { closure in queue.async { closure() } },
      .escapingClosure({ (closure: @escaping () -> Void) -> Void in queue.async { closure() } }
      ),
      .escapingClosure(later),
      escaping(later),
    ] + [queue].map(Executor.queue) + [operations].map(Executor.operationQueue)
  }

  func main() -> Executor { return .mainThread }

  /// Runs a closure on each.
  func running(_ closure: @escaping () -> Void) {
    for executor in all() {
      let execute: (@escaping () -> Void) -> Void = executor.execute
      executor.execute(closure)
      executor.execute { closure() }
      execute(closure)
    }
  }

  /// A parameter with a default, as in functions of Bolts.
  func load(_ executor: Executor = .default) -> Task<Int> {
    return Task.execute(executor) { 1 }
  }

  func texts() -> [String] {
    return [Executor.default, .immediate, .mainThread, .closure(now), .escapingClosure(later)]
      .map { $0.description }
  }
}
