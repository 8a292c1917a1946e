internal import Futures

extension DurableRuns {
  struct RenewalPause {
    /// The duration; `nil` to wait until this process has a run.
    let time: Duration?
  }

  /// The pause before leases are extended; `nil` to end.
  var pauseBeforeRenewal: RenewalPause? {
    if Task.isCancelled { return nil }
    let lease = settings.options.lease
    return work.withLock { work in
      // Without runs there is nothing to extend, so no timer is set.
      work.pausesRenewals = !work.runs.values.contains { !$0.session.hasDeparted }
      if work.pausesRenewals { return work.isStopping ? nil : RenewalPause(time: nil) }
      return RenewalPause(time: work.hasFailedToRenew ? lease / 30 : lease / 3)
    }
  }

  /// Extends leases, unless the task was woken only to compute its pause anew.
  func renewIfDue() async {
    let isDue = work.withLock { work in
      defer { work.isRecounting = false }
      return !work.isRecounting
    }
    if isDue { await renew() }
  }

  /// Extends leases before a claim, if that is overdue.
  ///
  /// A process that was suspended would otherwise claim its own runs, whose leases have ended, and
  /// begin their steps again.
  func renewIfLate() async {
    let (time, lease) = (elapsed(), settings.options.lease)
    if work.withLock({ $0.isLateToRenew(at: time, lease: lease) }) { await renew() }
  }

  /// Extends the leases of the runs that this process has.
  private func renew() async {
    let time = elapsed()
    let (sessions, claims) = work.withLock { work in
      (work.runs.values.map(\.session).filter { !$0.hasDeparted }, work.claims)
    }
    if sessions.isEmpty { return }
    do {
      let news = try await settings.store.renew(worker)
      work.withLock { $0.noteRenewal(at: time) }
      let byRun = Dictionary(news.map { (RunIdentity($0.id), $0) }) { one, _ in one }
      for session in sessions {
        if let news = byRun[RunIdentity(session.id)], news.epoch == session.epoch {
          session.adopt(news)
        } else if !session.isWriting {
          // A write without an answer may have ended the run. Repeating the write tells.
          session.depart(.lost)
        }
      }
      releaseOrphans(among: news, since: claims)
    } catch {
      settings.report(.storeFailed(run: nil, error: error))
      work.withLock { $0.hasFailedToRenew = true }
      // Before another process takes them over.
      let limit = settings.options.lease * 9 / 10
      for session in sessions where session.silence > limit { session.depart(.lost) }
    }
  }

  /// Gives back runs that belong to this process in the store but that it does not work on, because
  /// the answer of a claim was lost, or the last write of a run that was left.
  private func releaseOrphans(among news: [RunNews], since claims: Int) {
    let orphans = work.withLock { work in
      // A claim that was pending meanwhile may have runs that are not begun yet.
      work.isClaiming || work.claims != claims
        ? [] : news.filter { work.runs[RunIdentity($0.id)]?.session.hasDeparted ?? true }
    }
    if orphans.isEmpty { return }
    // The next renewal does not wait for it.
    unstructured { [settings] in
      for orphan in orphans { await Self.release(orphan.id, epoch: orphan.epoch, in: settings) }
    }
  }
}
