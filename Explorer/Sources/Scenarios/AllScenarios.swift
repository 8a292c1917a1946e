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
    hopping(.referenced), hopping(.unreferenced), hopping(.inTurn),
    takingTurns(hops: false), takingTurns(hops: true), takingTurnsTwice(),
    delivering(Delivering(runs: 2)), delivering(Delivering(runs: 2, drops: true)),
    delivering(Delivering(runs: 1, end: .cancel)),
    delivering(Delivering(runs: 1, end: .cancelByToken)),
    delivering(Delivering(runs: 1, end: .invalidate)),
    delivering(Delivering(runs: 1, end: .cancelByToken, isOfObserver: true)),
    delivering(Delivering(runs: 1, end: .cancel, isWithoutDelivery: true)),
    delivering(Delivering(runs: 1, end: .cancelByToken, isWithoutDelivery: true)),
    delivering(Delivering(drops: true, end: .cancel)),
    delivering(Delivering(drops: true, end: .cancelByToken)),
    droppingDeliveries(),
    withdrawing(threads: 2), withdrawing(threads: 3),
    sweeping(.complete), sweeping(.register), sweeping(.withdraw),
    sweeping(.registerAndComplete), sweeping(.withdrawAndComplete),
    cancellingByToken(hops: false), cancellingByToken(hops: true),
    cancellingWhileRegistering(),
    adopting(.againstComplete), adopting(.againstRegister), adopting(.againstWithdraw),
    adoptingAgain(.adopt), adoptingAgain(.completeWith),
    dropping(threads: 2), dropping(threads: 3), droppingAll(), abandoning(),
    awaiting(cancels: true, nil), awaiting(cancels: false, .complete),
    awaiting(cancels: false, .drop), awaiting(cancels: true, .complete), awaitingAgain(),
    collecting(), collectingAFailure(), collectingWhileCompleting(),
    startingAScope(),
    racing(), racingAndCancelling(), racingAgainstAdopting(), racingWhileCompleting(),
    racingAgain(), contending(),
  ]
}()

/// Creates what the engine creates on first use, and registers the classes whose references matter.
private func prepare() {
  Diagnostics.setHandler(nil)
  Cell.abandonedSource.markObserved()
  watch(Cell.self)
  watch(PromiseCell.self)
  watch(ContextCell.self)
  watch(TaskWaiter.self)
  watch(Relay.self)
  watch(IndexedWaiter.self)
  watch(Delivery.self)
}
