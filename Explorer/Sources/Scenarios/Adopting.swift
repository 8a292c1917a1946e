internal import Explorer
@testable internal import Futures

/// A `flatMap` takes over an inner future, which is completed, while others register.
func adopting(_ form: Adopting) -> Scenario {
  Scenario(form.name, threads: form == .againstComplete ? 2 : 3) { run in
    let outer = Promise<Int, any Error>()
    let inner = Promise<Int, any Error>()
    let seen = Notes<Int>()
    let innerFuture = inner.future
    let mapped = outer.future.flatMap(on: .inline) { _ in innerFuture }
    mapped.onSuccess(on: .inline) { seen.add($0) }
    run.thread { outer.succeed(1) }
    run.thread { inner.succeed(7) }
    switch form {
    case .againstComplete:
      break
    case .againstRegister:
      run.thread { mapped.onSuccess(on: .inline) { seen.add($0 + 1) } }
    case .againstWithdraw:
      // Knows the cell weakly, so that its waiters may move while it is looked for.
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

/// What meets the adoption.
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
