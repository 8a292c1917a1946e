internal import Explorer
@testable internal import Futures

/// A `flatMap` hops to another thread, which links it into the list of a pending inner future while
/// the thread that completed the source is about to leave it.
func hopping(_ form: Hopping) -> Scenario {
  Scenario(form.name, threads: 3) { run in
    let outer = Promise<Int, any Error>()
    let inner = Promise<Int, any Error>()
    let jobs = Jobs()
    let seen = Notes<Int>()
    let innerFuture = inner.future
    let mapped: Future<Int, any Error> =
      if form == .inTurn {
        outer.future.flatMapResultInTurn(on: { jobs.context($0) }) { _ in innerFuture }
      } else {
        outer.future.on(jobs.context).flatMap { _ in innerFuture }
      }
    mapped.on(.inline).onSuccess { seen.add($0) }
    run.thread { outer.succeed(1) }
    run.thread { jobs.run() }
    run.thread { inner.succeed(7) }
    run.finally { expect(seen.all, is: [7], "who was called") }
    if form == .referenced { run.finally { expect(mapped.currentValue, is: 7, "outcome") } }
  }
}

/// How a `flatMap` hops.
enum Hopping {
  /// Others refer to its cell.
  case referenced
  /// Its cell may pass on its waiters.
  case unreferenced
  /// In the turn of its source.
  case inTurn

  var name: String {
    switch self {
    case .referenced: "hop against adopt against complete"
    case .unreferenced: "hop against adopt against complete, unreferenced"
    case .inTurn: "hop in turn against adopt against complete"
    }
  }
}
