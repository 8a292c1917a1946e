internal import Explorer
@testable internal import Futures

extension Cell {
  /// Expects that the cell, which is pending, has counted every withdrawn waiter in its list, so
  /// that it will eventually unlink them.
  func expectItKnowsOfWithdrawals() {
    var linked = 0
    var address = state.newest
    while address != 0 {
      let waiter = Cell.at(address)
      if waiter.isWithdrawn { linked += 1 }
      address = waiter.following
    }
    let counted = Int(withdrawals & ~OwnObserverFlags.mask & ((1 << Cell.withdrawalBits) - 1))
    expect(linked <= counted, "\(linked) withdrawn waiters in the list, \(counted) counted")
  }
}
