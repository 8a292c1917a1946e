// Waiters whose steps belong to the main actor. One that fires on the main actor runs its step at
// once; one that fires elsewhere hands it over. So a chain that was written on the main actor and
// is settled elsewhere hops once, at its first link.

extension Cell {
  /// Runs the step of this waiter, which has been claimed, on the main actor.
  func fireOnMainActor(from source: Cell) -> Waiters {
    guard let step = step.take() else { return .none }
    let job = Job(
      source: source,
      waiter: self,
      step: step,
      failure: nil,
      invalidation: nil,
      cancellation: nil
    )
    MainQueue.submit { job.run() }
    return .none
  }
}
