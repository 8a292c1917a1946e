/// A type that waits for several inputs, and no longer needs any of them once it is over.
protocol Gathering: AnyObject, Sendable {
  /// Whether the outcomes of further inputs no longer matter.
  ///
  /// Called by the engine as described at ``Cell/isOver``.
  var isOver: Bool { get }

  /// Processes an input, which has settled.
  func settle(_ source: Cell, at index: Int)
}

/// A waiter for one of several inputs, which is over when its gathering is.
///
/// So a long-lived input does not accumulate waiters of gatherings that have ended, and a gathering
/// that ends need not know its inputs.
///
/// Its properties never change, so the reasons for `@unchecked Sendable` of cells apply.
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
