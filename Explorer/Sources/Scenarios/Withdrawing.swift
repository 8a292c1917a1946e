internal import Explorer
@testable internal import Futures

/// The removable observers of one cell, and their outcomes.
private struct Removables: Sendable {
  let promise = Promise<Int, any Error>()
  let fired = Notes<Int>()
  private(set) var observations: [Observation] = []

  var cell: Cell { promise.producer.cell }

  /// Adds an observer.
  mutating func add(_ number: Int) {
    observations.append(Removables.observe(cell, fired, number))
  }

  static func observe(_ cell: Cell, _ fired: Notes<Int>, _ number: Int) -> Observation {
    Observation(of: cell) { source, _ in
      expect(source.load(as: Int.self), is: 7, "value")
      fired.add(number)
      return .none
    }
  }

  /// Makes the cell count so many withdrawn waiters that the next withdrawal starts a walk.
  func prepareSweep() { cell.withdrawals = 7 }
}

/// One thread withdraws an observer while another completes the promise.
func withdrawing(threads: Int) -> Scenario {
  Scenario(
    threads == 2 ? "withdraw against complete" : "withdraw against withdraw against complete",
    threads: threads
  ) { run in
    var setup = Removables()
    setup.add(1)
    setup.add(2)
    setup.add(3)
    let removables = setup
    let kept = Notes<Int>()
    for number in 1..<threads {
      run.thread {
        let waiter = removables.observations[number]
        waiter.end()
        if !removables.fired.all.contains(number + 1) { kept.add(number + 1) }
      }
    }
    run.thread { removables.promise.succeed(7) }
    run.finally {
      let fired = removables.fired.all
      expect(Set(fired).count, is: fired.count, "calls of different observers")
      expect(fired.contains(1), "an observer was never called")
      for number in kept.all {
        // It may have been running when the withdrawal came too late, but it has returned by now.
        expect(fired.filter { $0 == number }.count <= 1, "called twice")
      }
    }
  }
}

/// Threads withdraw the observers that start a walk through the list, while others use the list.
func sweeping(_ other: Sweeping) -> Scenario {
  Scenario(other.name, threads: other.threads) { run in
    var setup = Removables()
    setup.prepareSweep()
    for number in 1...4 { setup.add(number) }
    let removables = setup
    let added = Notes<Observation>()
    run.thread { removables.observations[1].end() }
    switch other {
    case .withdraw, .withdrawAndComplete:
      run.thread { removables.observations[2].end() }
    case .register, .registerAndComplete:
      run.thread {
        added.add(Removables.observe(removables.cell, removables.fired, 5))
      }
    case .complete: break
    }
    switch other {
    case .complete, .withdrawAndComplete, .registerAndComplete:
      run.thread { removables.promise.succeed(7) }
    default: break
    }
    run.finally {
      removables.promise.succeed(7)
      let fired = removables.fired.all
      expect(Set(fired).count, is: fired.count, "calls of different observers")
      var certain = [1, 4]
      var possible = [1, 4]
      switch other {
      case .complete:
        certain.append(3)
        possible += [2, 3]
      case .register:
        certain += [3, 5]
        possible += [3, 5]
      case .registerAndComplete:
        certain += [3, 5]
        possible += [2, 3, 5]
      case .withdraw: break
      case .withdrawAndComplete: possible += [2, 3]
      }
      expect(certain.allSatisfy(fired.contains), "an observer was never called: \(fired)")
      expect(fired.allSatisfy(possible.contains), "a withdrawn observer was called: \(fired)")
      expect(fired.filter { $0 < 5 }.sorted() == fired.filter { $0 < 5 }, "order: \(fired)")
    }
  }
}

/// The events that coincide with a walk through a list.
enum Sweeping {
  case complete, register, withdraw, registerAndComplete, withdrawAndComplete

  var name: String {
    switch self {
    case .complete: "sweep against complete"
    case .register: "withdraw against register"
    case .withdraw: "withdraw against sweep"
    case .registerAndComplete: "withdraw against register against complete"
    case .withdrawAndComplete: "withdraw against sweep against complete"
    }
  }

  var threads: Int {
    switch self {
    case .registerAndComplete, .withdrawAndComplete: 3
    default: 2
    }
  }
}
