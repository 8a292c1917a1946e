internal import Explorer
@testable internal import Futures

/// A `flatMap` takes over an inner future, which is completed, while others register.
func adopting(_ form: Adopting) -> Scenario {
  Scenario(form.name, threads: form == .againstComplete ? 2 : 3) { run in
    let outer = Promise<Int, any Error>()
    let inner = Promise<Int, any Error>()
    let seen = Notes<Int>()
    let innerFuture = inner.future
    let mapped = outer.future.on(.inline).flatMap { _ in innerFuture }
    mapped.on(.inline).onSuccess { seen.add($0) }
    run.thread { outer.succeed(1) }
    run.thread { inner.succeed(7) }
    switch form {
    case .againstComplete:
      break
    case .againstRegister:
      run.thread { mapped.on(.inline).onSuccess { seen.add($0 + 1) } }
    case .againstWithdraw:
      // The observation holds the cell weakly, so that its waiters may move during the lookup.
      let observation = Observation(of: mapped.cell) { source, _ in
        seen.add(source.load(as: Int.self) + 1)
        return .none
      }
      run.thread { observation.end() }
    }
    run.finally {
      let all = seen.all.sorted()
      expect(
        all == form.expected || (form == .againstWithdraw && all == [7]),
        "who was called: \(all)"
      )
    }
  }
}

/// A future that waits for an inner one is cancelled while another begins to wait and unlinks
/// withdrawn waiters.
func adoptingAgain(_ form: AdoptingAgain) -> Scenario {
  Scenario("\(form) against cancel of one before", threads: 2) { run in
    let outer = Promise<Int, any Error>()
    let inner = Promise<Int, any Error>()
    let (before, after) = (Promise<Int, any Error>(), Promise<Int, any Error>())
    let seen = Notes<String>()
    let innerFuture = inner.future
    let former: Future<Int, any Error>
    let latter: Future<Int, any Error>
    switch form {
    case .adopt:
      former = Future(value: 1).on(.inline).flatMap { _ in innerFuture }
      latter = outer.future.on(.inline).flatMap { _ in innerFuture }
    case .completeWith:
      before.complete(with: innerFuture)
      (former, latter) = (before.future, after.future)
    }
    former.on(.inline).onComplete { seen.add($0.isCancelled ? "cancelled" : "former") }
    latter.on(.inline).onSuccess { seen.add("\($0)") }
    // The newest waiter stays in the list, which the next registration walks.
    innerFuture.cell.observe(removable: Cell(removableStep: { _, _ in .none }))
    innerFuture.cell.withdrawals |= 7
    run.thread { former.cancel() }
    run.thread {
      switch form {
      case .adopt: outer.succeed(1)
      case .completeWith: after.complete(with: innerFuture)
      }
    }
    run.finally {
      inner.succeed(7)
      expect(seen.all, is: ["cancelled", "7"], "who was called")
      withExtendedLifetime((before, after, outer)) {}
    }
  }
}

/// The future that begins to wait.
enum AdoptingAgain: CustomStringConvertible {
  case adopt, completeWith

  var description: String {
    switch self {
    case .adopt: "adopt"
    case .completeWith: "complete with a future"
    }
  }
}

/// The events that coincide with the adoption.
enum Adopting {
  case againstComplete, againstRegister, againstWithdraw

  var name: String {
    switch self {
    case .againstComplete: "adopt against complete"
    case .againstRegister: "adopt against complete against register"
    case .againstWithdraw: "adopt against complete against withdraw"
    }
  }

  var expected: [Int] { self == .againstComplete ? [7] : [7, 8] }
}
