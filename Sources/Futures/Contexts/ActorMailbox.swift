/// Runs jobs on an actor in the order in which they were submitted.
///
/// Tasks that are started one after another may reach an actor in another order, so one task at a
/// time works through a queue of jobs. All contexts of an actor share one mailbox, so jobs of
/// different contexts keep their order, too.
///
/// The jobs have many submitters, so the task belongs to none of them: it has no task-local values,
/// and the default priority.
final class ActorMailbox: Sendable {
  private struct State {
    var jobs: [ExecutionContext.Job] = []
    var isBusy = false
    /// The jobs of code whose tasks run on an executor of a test, by that executor.
    var captured: [ObjectIdentifier: [ExecutionContext.Job]] = [:]
  }

  /// The most jobs that run before other callers of the actor get their turn.
  private static let jobsInARow = 32

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

  func submit(_ job: @escaping ExecutionContext.Job, for captor: Captor?) {
    if let captor { return submit(job, capturedBy: captor) }
    let mustStart = state.withLock { state in
      state.jobs.append(job)
      defer { state.isBusy = true }
      return !state.isBusy
    }
    if !mustStart { return }
    _ = Task.detached { [self, owner] in await run(on: owner) }
  }

  private func run(on actor: isolated any Actor) async {
    var jobsInThisRow = 0
    while true {
      let batch = state.withLock { state in
        defer { state.jobs = [] }
        if state.jobs.isEmpty { state.isBusy = false }
        return state.jobs
      }
      if batch.isEmpty { return }
      for job in batch {
        if jobsInThisRow == Self.jobsInARow {
          jobsInThisRow = 0
          await Task.yield()
        }
        job()
        jobsInThisRow += 1
      }
    }
  }

  // MARK: Under test

  /// Runs a job in a task of the test, after the jobs submitted for the test before.
  ///
  /// Each job has a task, which runs all waiting jobs: a test may run its tasks out of order, and
  /// may drop them. Jobs of other code do not wait for the test.
  private func submit(_ job: @escaping ExecutionContext.Job, capturedBy captor: Captor) {
    state.withLock { state in
      state.captured[ObjectIdentifier(captor.executor), default: []].append {
        // What the job starts is captured, too.
        captor.capture(job)
      }
    }
    _ = Task.detached(executorPreference: captor.executor) { [self, owner] in
      await runJobs(capturedBy: captor.executor, on: owner)
    }
  }

  private func runJobs(capturedBy executor: any TaskExecutor, on actor: isolated any Actor) {
    while true {
      let jobs = state.withLock {
        $0.captured.removeValue(forKey: ObjectIdentifier(executor))
      }
      guard let jobs else { return }
      for job in jobs { job() }
    }
  }
}
