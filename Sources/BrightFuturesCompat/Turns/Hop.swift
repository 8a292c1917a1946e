internal import Futures

/// One submission of an engine's job to a context.
///
/// The context holds it. If that lets go of it before it arrived, the job was dropped.
final class Hop: Sendable {
  private let trip: Trip
  private let job: Locked<InlineCallback?>
  private let handover: Handover?

  /// Makes a submission.
  ///
  /// - Parameters:
  ///   - trip: Where to.
  ///   - job: What to run there.
  ///   - handover: Given if the job has the turn already.
  init(_ trip: Trip, _ job: InlineCallback, _ handover: Handover? = nil) {
    self.trip = trip
    self.job = Locked(job)
    self.handover = handover
  }

  /// Called in the context: runs the job in its turn, or parks it.
  ///
  /// Does nothing if the context has called it before.
  func arrive() {
    guard let job = take().job else { return }
    if handover == nil {
      let parked = Parked.hop(ParkedHop(trip: trip, job: job))
      guard TurnSlot.of(trip.turn).take(trip.turn, orPark: parked) else { return }
    }
    job.run()
    end(hasTurn: true)
  }

  deinit {
    guard let job = take().job else { return }
    trip.mute()
    job.run()
    end(hasTurn: handover != nil)
  }

  private func end(hasTurn: Bool) {
    if hasTurn && handover?.jobEnded() != true { trip.turn.passOn() }
  }

  private struct Taken {
    let job: InlineCallback?
  }

  private func take() -> Taken {
    job.withLock { job in
      defer { job = nil }
      return Taken(job: job)
    }
  }
}

/// A job that waits for its turn.
struct ParkedHop: Sendable {
  let trip: Trip
  let job: InlineCallback

  /// Submits the job, which now has the turn, to its context.
  ///
  /// - Returns: Whether the job has ended and the turn is back with the caller.
  func submit() -> Bool {
    let handover = Handover()
    submit(handover)
    return handover.contextReturned()
  }

  // A function of its own, so that nothing here holds the hop when the context has returned.
  @inline(never)
  private func submit(_ handover: Handover) {
    let hop = Hop(trip, job, handover)
    trip.context { hop.arrive() }
  }
}

/// Settles who passes on the turn of a job: the thread that submits it, if the job ends before the
/// context returns, otherwise the job.
///
/// Without that, a thousand callbacks parked for contexts that run inline would nest a thousand
/// levels.
final class Handover: Sendable {
  private enum State { case open, jobEnded, contextReturned }

  private let state = Locked(State.open)

  /// Notes that the job has ended.
  ///
  /// - Returns: Whether the submitting thread goes on with the turn.
  func jobEnded() -> Bool {
    state.withLock { state in
      if state == .open { state = .jobEnded }
      return state == .jobEnded
    }
  }

  /// Notes that the context has returned.
  ///
  /// - Returns: Whether the job has ended, so that the caller has the turn.
  func contextReturned() -> Bool {
    state.withLock { state in
      if state == .open { state = .contextReturned }
      return state == .jobEnded
    }
  }
}
