/// Runs jobs on an actor in the order in which they were submitted.
///
/// Tasks that are started one after another may reach an actor in another order, so one task at a
/// time works through a queue of jobs. All contexts of an actor share one mailbox, which makes the
/// order one of the actor, not of the context.
final class ActorMailbox: Sendable {
  private struct State {
    var jobs: [ExecutionContext.Job] = []
    var isBusy = false
  }

  private static let mailboxes = Locked<[ObjectIdentifier: Weak<ActorMailbox>]>([:])

  private let owner: any Actor
  private let state = Locked(State())

  private init(_ owner: any Actor) { self.owner = owner }

  deinit {
    let key = ObjectIdentifier(owner)
    // Another mailbox may have replaced this one since its last reference was released. If this is
    // the last reference to it, it is released outside the lock.
    let successor = ActorMailbox.mailboxes.withLock { mailboxes -> ActorMailbox? in
      let successor = mailboxes[key]?.object
      if successor == nil { mailboxes[key] = nil }
      return successor
    }
    withExtendedLifetime(successor) {}
  }

  /// Returns the mailbox of an actor, which keeps the actor alive.
  static func of(_ actor: any Actor) -> ActorMailbox {
    let key = ObjectIdentifier(actor)
    return mailboxes.withLock { mailboxes in
      if let mailbox = mailboxes[key]?.object { return mailbox }
      let mailbox = ActorMailbox(actor)
      mailboxes[key] = Weak(mailbox)
      return mailbox
    }
  }

  func submit(_ job: @escaping ExecutionContext.Job) {
    let mustStart = state.withLock { state in
      state.jobs.append(job)
      defer { state.isBusy = true }
      return !state.isBusy
    }
    if !mustStart { return }
    // The task also runs later jobs, which do not belong to the scope of the first.
    CurrentScope.with(nil) {
      _ = Task(executorPreference: TaskHome.executor) { [self, owner] in await run(on: owner) }
    }
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
