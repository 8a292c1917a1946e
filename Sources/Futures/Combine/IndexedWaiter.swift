/// What waits for several inputs, and needs none of them any more once it is over.
protocol Gathering: AnyObject, Sendable {
  /// Whether the outcome of a further input changes nothing.
  ///
  /// Called by the engine as described at ``Cell/isOver``.
  var isOver: Bool { get }

  /// Takes in an input, which has settled.
  func settle(_ source: Cell, at index: Int)
}

/// A waiter for one of several inputs, which is over when what it waits for is.
///
/// So an input that lives for long does not collect waiters of what has ended, and what ends need
/// not know its inputs.
///
/// Its properties never change, so what is said of cells holds for `@unchecked Sendable`.
final class IndexedWaiter: Cell, @unchecked Sendable {
  private let gathering: any Gathering

  init(for gathering: any Gathering, at index: Int) {
    self.gathering = gathering
    super.init(step: IndexedWaiter.settling)
    withdrawals = UInt(index)
  }

  override var isOver: Bool { gathering.isOver }

  private static var settling: Step {
    { source, waiter in
      let waiter = unsafeDowncast(waiter, to: IndexedWaiter.self)
      waiter.gathering.settle(source, at: Int(waiter.withdrawals))
      return .none
    }
  }
}
