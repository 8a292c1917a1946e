public import Futures
internal import Synchronization

/// What one closure of a user needs on its way through a context: the context, and the turn to take
/// there.
///
/// It must not refer to the future: the future's cell holds the trip.
@usableFromInline
final class Trip: Sendable {
  let context: ExecutionContext
  let turn: Turn
  private let wasDropped = Atomic<Bool>(false)

  @usableFromInline
  init(_ context: @escaping ExecutionContext, _ turn: Turn) {
    self.context = context
    self.turn = turn
  }

  /// The context for the engine.
  @usableFromInline
  var engineContext: Futures.ExecutionContext {
    .custom("brightFutures") { [self] job in
      let hop = Hop(self, InlineCallback(run: job))
      context { hop.arrive() }
    }
  }

  /// Whether the context dropped the task: the closure of the user must not run then.
  ///
  /// The engine would cancel the futures that depend on a dropped task. Here they stay pending, as
  /// in BrightFutures, so the engine's job is run all the same, without the user's closure.
  @usableFromInline
  var isMuted: Bool { wasDropped.load(ordering: .acquiring) }

  func mute() { wasDropped.store(true, ordering: .releasing) }
}
