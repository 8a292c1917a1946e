import BoltsCompat
import Dispatch
import Foundation
import Testing
import TestSupport

// The lines that the guide gives to those who come from Bolts for Swift. Below them everything is
// written as for Bolts: this file shows that such code compiles as it is, and does what it did.

private typealias Task = BFTask
private typealias TaskCompletionSource = BFTaskCompletionSource
private typealias Executor = BFExecutor

private enum StoreError: Error {
  case soldOut
  case unknownItem(String)
}

private struct NetworkError: Error {
  let code: Int
}

// Extensions that name the type of the result as Bolts does.

extension Task {
  fileprivate func paired<U>(_ other: @escaping @Sendable (TResult) -> U) -> Task<(TResult, U)> {
    return continueOnSuccessWith { ($0, other($0)) }
  }
}

extension Task where TResult: Collection {
  fileprivate var count: Task<Int> { return continueOnSuccessWith { $0.count } }
}

extension TaskCompletionSource where TResult == String {
  fileprivate func finish(_ word: TResult) { set(result: word) }
}

/// A shop whose answers come later, from a queue.
private final class Shop: Sendable {
  private let queue = DispatchQueue(label: "shop")
  private let stock = ["tea": 3, "milk": 0]

  /// Creating a task: by a completion source.
  func count(of item: String) -> Task<Int> {
    let source = TaskCompletionSource<Int>()
    queue.async {
      if let count = self.stock[item] {
        source.set(result: count)
      } else {
        source.set(error: StoreError.unknownItem(item))
      }
    }
    return source.task
  }

  /// Creating a task: from another one, chained.
  func buy(_ item: String) -> Task<String> {
    return count(of: item).continueOnSuccessWithTask { count -> Task<String> in
      if count == 0 {
        return Task(error: StoreError.soldOut)
      }
      return self.deliver(item)
    }
  }

  /// Creating a task: a closure on an executor.
  func deliver(_ item: String) -> Task<String> {
    return Task.execute(.queue(queue)) { "a box of \(item)" }
  }
}

@Suite(.timeLimit(.minutes(10))) struct BoltsSourceTests {
  private let shop = Shop()

  // MARK: Chaining

  @Test func continueWithLooksAtTheState() {
    let texts = Log<String>()
    let done = shop.count(of: "tea").continueWith { task in
      if task.cancelled {
        texts.add("cancelled")
      } else if task.faulted {
        texts.add("error \(task.error!)")
      } else {
        texts.add("result \(task.result!)")
      }
    }
    done.waitUntilCompleted()
    #expect(texts.all == ["result 3"])
  }

  @Test func closuresMayStateTheirTypesOrLeaveThemOut() {
    let short = Task(2).continueWith { $0.result! + 1 }
    let typed = Task(2).continueWith { (task: Task<Int>) -> String in "\(task.result!)" }
    let labelled = Task(2).continueWith(continuation: { task in task.completed })
    let partly = Task(2).continueWith { task -> Int in
      if let error = task.error { throw error }
      return task.result! * 2
    }
    #expect(short.result == 3)
    #expect(typed.result == "2")
    #expect(labelled.result == true)
    #expect(partly.result == 4)
  }

  @Test func tasksChainByContinuations() {
    let delivery = shop.count(of: "tea")
      .continueOnSuccessWith { count in count - 1 }
      .continueOnSuccessWithTask { left in
        self.shop.deliver("tea").continueOnSuccessWith { box in "\(box), \(left) left" }
      }
    delivery.waitUntilCompleted()
    #expect(delivery.result == "a box of tea, 2 left")
  }

  @Test func extensionsMayNameTheTypeOfTheResult() {
    let source = TaskCompletionSource<String>()
    source.finish("tea")
    #expect(source.task.count.result == 3)
    #expect(source.task.paired { $0 + "!" }.result?.1 == "tea!")
  }

  @Test func inAnAsynchronousFunctionAClosureRunsInTheCallToo() async {
    let short = Task { 5 }
    let long = Task { () -> Int in
      let number = 4
      return number + 1
    }
    let executed = Task.execute { 5 }
    #expect([short, long, executed].map { $0.result } == [5, 5, 5])
  }

  // MARK: Error handling

  @Test func anErrorSkipsToItsHandler() {
    let order = Log<String>()
    let task = shop.buy("milk")
      .continueOnSuccessWith { box -> String in
        order.add("unpack")
        return box
      }
      .continueOnSuccessWithTask { box -> Task<String> in
        order.add("use")
        return Task(box)
      }
      .continueOnErrorWith { error -> String in
        order.add("handle \(error)")
        return "nothing"
      }
    task.waitUntilCompleted()
    #expect(task.result == "nothing")
    #expect(order.all == ["handle soldOut"])
  }

  @Test func errorsAreHandledByType() {
    let task = Task<Int>(error: NetworkError(code: 404))
      .continueOnErrorWith { (error: StoreError) in
        return 0
      }
      .continueOnErrorWithTask { (error: NetworkError) -> Task<Int> in
        guard error.code == 404 else { throw error }
        return Task(error.code)
      }
    #expect(task.result == 404)
  }

  @Test func aContinuationMayThrow() {
    let task = Task("milk").continueOnSuccessWith { item -> Int in
      throw StoreError.unknownItem(item)
    }
    guard let error = task.error as? StoreError, case .unknownItem("milk") = error else {
      Issue.record("\(task)")
      return
    }
  }

  @Test func aContinuationMayCancel() {
    let task = Task(1).continueOnSuccessWith { _ -> Int in throw CancelledError() }
    #expect(task.cancelled)
    #expect(!task.faulted)
  }

  // MARK: Creating tasks

  @Test func tasksAreMadeInManyWays() {
    let results = [
      Task(5),
      Task { 5 },
      Task(.immediate) { 5 },
      Task.execute { 5 },
      Task.execute(Executor.immediate) { return 5 },
      Task<Int>.executeWithTask { Task(5) },
    ]
    #expect(results.map { $0.result } == [5, 5, 5, 5, 5, 5])
    #expect(Task<Int>(error: StoreError.soldOut).faulted)
    #expect(Task<Int>.cancelledTask().cancelled)
    let nothing = Task<Void>(())
    #expect(nothing.completed)
  }

  @Test func aCompletionSourceTells() {
    let source = TaskCompletionSource<String>()
    #expect(source.trySet(result: "first"))
    #expect(!source.trySet(error: StoreError.soldOut))
    #expect(!source.tryCancel())
    source.trySet(result: "its answer may be dropped")
    #expect(source.task.result == "first")
  }

  // MARK: Tasks in series

  @Test func aLoopChainsTasksOneAfterAnother() {
    let order = Log<String>()
    var task = Task<Void>(())
    for item in ["tea", "salt", "bread"] {
      task = task.continueOnSuccessWithTask { _ -> Task<Void> in
        return self.shop.deliver(item).continueOnSuccessWith { box in
          order.add(box)
        }
      }
    }
    task.waitUntilCompleted()
    #expect(order.all == ["a box of tea", "a box of salt", "a box of bread"])
  }

  // MARK: Tasks in parallel

  @Test func aListOfTasksRunsInParallel() {
    var tasks: [Task<String>] = []
    for item in ["tea", "salt", "bread"] {
      tasks.append(shop.deliver(item))
    }
    let count = Task.whenAll(tasks).continueOnSuccessWith { [tasks] _ in
      tasks.compactMap { $0.result }.count
    }
    let boxes = Task.whenAllResult(tasks)
    let one = Task.whenAny(tasks)
    count.waitUntilCompleted()
    boxes.waitUntilCompleted()
    #expect(count.result == 3)
    #expect(boxes.result?.last == "a box of bread")
    #expect(one.completed)
  }

  @Test func severalErrorsComeTogether() {
    let all = Task.whenAll(shop.count(of: "gold"), shop.count(of: "tea"), shop.count(of: "silver"))
    all.waitUntilCompleted()
    let aggregate = all.error as? AggregateError
    #expect(aggregate != nil)
    #expect(all.faulted)
  }

  @Test func delaysAreTasks() {
    let order = Log<String>()
    let task = Task<Void>.withDelay(0.001).continueWith { _ in order.add("later") }
    task.waitUntilCompleted()
    #expect(order.all == ["later"])
  }

  // MARK: Executors

  @Test func everyContinuationMayNameItsExecutor() {
    let queue = DispatchQueue(label: "mine")
    let operations = OperationQueue()
    let calls = Log<String>()
    let custom = Executor.closure { (closure: () -> Void) in
      calls.add("custom")
      closure()
    }
    let background = Executor.escapingClosure { closure in
      queue.async {
        calls.add("background")
        closure()
      }
    }
    let task = shop.count(of: "tea")
      .continueWith(.queue(queue)) { $0.result! + 1 }
      .continueOnSuccessWith(.operationQueue(operations)) { $0 + 1 }
      .continueOnSuccessWith(.default) { $0 + 1 }
      .continueOnSuccessWith(custom) { $0 + 1 }
      .continueOnSuccessWithTask(background) { Task($0 + 1) }
    task.waitUntilCompleted()
    #expect(task.result == 8)
    #expect(calls.all == ["custom", "background"])
  }

  @MainActor
  @Test func theMainThreadIsAnExecutor() {
    let isMain = Task(1).continueWith(Executor.mainThread) { _ in
      MainActor.assumeIsolated { true }
    }
    #expect(isMain.result == true)
  }

  @Test func anExecutorCanBeUsedByItself() {
    let ran = Counter()
    let executor: Executor = .immediate
    executor.execute { ran.add() }
    #expect(ran.value == 1)
  }
}
