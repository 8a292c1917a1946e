public import Explorer
@testable internal import Futures

/// Every scenario, in the order of the table.
public let allScenarios: [Scenario] = {
  prepare()
  return [
    completing(threads: 2), completing(threads: 3), completingWithAFuture(),
    claimingAgainstBinding(),
    reading(),
    registering(threads: 2), registering(threads: 3), registering(threads: 2, isDerived: true),
    grouping(threads: 2), grouping(threads: 3),
    failingUnobserved(withToken: false), failingUnobserved(withToken: true), failingObserved(),
    hopping(), takingTurns(hops: false), takingTurns(hops: true),
    withdrawing(threads: 2), withdrawing(threads: 3),
    sweeping(.complete), sweeping(.register), sweeping(.withdraw),
    sweeping(.registerAndComplete), sweeping(.withdrawAndComplete),
    cancellingByToken(hops: false), cancellingByToken(hops: true),
    cancellingWhileRegistering(threads: 2), cancellingWhileRegistering(threads: 3),
    adopting(.againstComplete), adopting(.againstRegister), adopting(.againstWithdraw),
    dropping(threads: 2), dropping(threads: 3), droppingAll(), abandoning(),
    awaiting(cancels: true, completes: false), awaiting(cancels: false, completes: true),
    awaiting(cancels: true, completes: true),
    collecting(), collectingAFailure(), collectingWhileCompleting(), racing(),
  ]
}()

/// Creates what the engine makes on first use, and names the classes whose references count.
private func prepare() {
  Diagnostics.setHandler(nil)
  Cell.abandonedSource.markObserved()
  watch(Cell.self)
  watch(PromiseCell.self)
}
