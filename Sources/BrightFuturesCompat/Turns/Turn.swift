public import Futures
public import Synchronization

/// The right to run a callback of one future.
///
/// Callbacks of one future never overlap, whatever their contexts. Each takes the turn when it has
/// reached its context, and passes it on when it ends. Nobody blocks: a callback that finds the
/// turn taken is parked as data, and submitted to its context again when the turn is passed to it.
/// Parked callbacks get the turn in the order in which they were parked.
///
/// A turn is a number that copies of a future share. It costs nothing until a callback runs.
@usableFromInline
struct Turn: Hashable, Sendable, _ObserverCaller {
  @usableFromInline let id: UInt

  /// Makes a turn of its own.
  @inlinable
  init() { id = Turn.counter.wrappingAdd(1, ordering: .relaxed).newValue }

  @usableFromInline static let counter = Atomic<UInt>(0)
}

extension Turn {
  /// The number of the turn, for the engine to keep.
  @inlinable var tag: UInt { id }

  /// The turn with a number.
  @inlinable
  init(tag: UInt) { id = tag }
}

extension Turn {
  /// Takes the turn if nobody has it; may say no also when it is hard to tell.
  @usableFromInline
  func tryTake() -> Bool { TurnSlot.of(self).tryTake(self) }

  /// Calls a callback in this turn, now or when it is passed on.
  @inlinable
  func call<Argument: Sendable>(
    _ callback: @escaping @Sendable (Argument) -> Void,
    with argument: Argument
  ) {
    guard tryTake() else { return callLater(callback, with: argument) }
    callback(argument)
    passOn()
  }

  /// Not inlined, to keep small what each callback is wrapped in.
  @inlinable
  @inline(never)
  func callLater<Argument: Sendable>(
    _ callback: @escaping @Sendable (Argument) -> Void,
    with argument: Argument
  ) {
    runOrPark { callback(argument) }
  }

  /// Runs a callback now if the turn is free; otherwise whoever has it runs the callback right
  /// after.
  @usableFromInline
  func runOrPark(_ callback: @escaping @Sendable () -> Void) {
    let parked = Parked.inline(InlineCallback(run: callback))
    guard TurnSlot.of(self).take(self, orPark: parked) else { return }
    callback()
    passOn()
  }

  /// Gives the turn, which the caller has, to the next parked callback.
  @usableFromInline
  func passOn() {
    if !TurnSlot.of(self).tryFree(self) { passOnToParked() }
  }

  /// A loop, because callbacks with inline contexts run right here.
  @inline(never)
  private func passOnToParked() {
    let slot = TurnSlot.of(self)
    while let next = slot.next(self) {
      switch next {
      case .inline(let callback): callback.run()
      case .hop(let hop): if !hop.submit() { return }
      }
    }
  }
}

/// A callback that waits for its turn.
enum Parked: Sendable {
  /// Runs on the thread that passes the turn.
  case inline(InlineCallback)
  /// Has to be submitted to its context again.
  case hop(ParkedHop)
}

/// A bare closure in a generic container is wrapped each time it is read; in a struct it stays as
/// it is.
struct InlineCallback: Sendable {
  let run: @Sendable () -> Void
}
