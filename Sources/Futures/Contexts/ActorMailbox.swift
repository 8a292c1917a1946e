/// Runs jobs on an actor in the order in which they came.
///
/// Tasks that are started one after another may reach an actor in another order, so there is one task
/// at a time that works through a queue of jobs.
final class ActorMailbox: Sendable {
  private struct State {
    var jobs: [ExecutionContext.Job] = []
    var isBusy = false
  }

  private let owner: any Actor
  private let state = Locked(State())

  init(_ owner: any Actor) { self.owner = owner }

  func submit(_ job: @escaping ExecutionContext.Job) {
    let mustStart = state.withLock { state in
      state.jobs.append(job)
      defer { state.isBusy = true }
      return !state.isBusy
    }
    if mustStart { Task { [owner] in await run(on: owner) } }
  }

  private func run(on actor: isolated any Actor) {
    while true {
      let batch = state.withLock { state in
        defer { state.jobs = [] }
        if state.jobs.isEmpty { state.isBusy = false }
        return state.jobs
      }
      if batch.isEmpty { return }
      for job in batch { job() }
    }
  }
}
