internal import Futures

/// The runs that a process works on, and its pending requests to the store.
struct RunWork {
  /// A run that this process has.
  struct Own {
    let session: RunSession
    let task: Task<Void, Never>
    /// Whether two processes in a row have ended while they had the run.
    let isSuspect: Bool
  }

  /// The task that claims runs and extends leases; `nil` while this process does not work.
  var task: Task<Void, Never>?
  /// What the tasks of runs begin with; `nil` while this process does not work.
  var origin: RunOrigin?
  /// The number of stop calls that have not returned.
  private var stops = 0
  /// Starts again when the work has stopped; `nil` if it does not.
  var nextStart: RunOrigin?
  /// The number of further runs to work on one at a time, because one of them may end the process.
  private var carefulRuns = 0
  private var careBegan = Duration.zero
  /// Whether suspects are left to other processes, until this one has no run.
  private var isCareOver = false
  var runs: [RunIdentity: Own] = [:]

  var isStopping: Bool { stops > 0 }

  /// Whether this process claims runs.
  var isWorking: Bool { task != nil && !isStopping }

  mutating func beginStop() {
    stops += 1
    nextStart = nil
  }

  /// Ends a stop.
  ///
  /// The work has stopped when the last pending stop ends.
  ///
  /// - Returns: What starts again; `nil` if nothing does.
  mutating func endStop() -> RunOrigin? {
    stops -= 1
    if isStopping { return nil }
    task = nil
    origin = nil
    return nextStart.take()
  }

  // MARK: Suspects

  private var isCareful: Bool { carefulRuns > 0 }

  /// Begins to work on runs one at a time, for as many runs as would otherwise run at the same
  /// time.
  mutating func beginCare(limit: Int, at time: Duration) {
    if runs.isEmpty { isCareOver = false }
    if isCareOver { return }
    if !isCareful { careBegan = time }
    carefulRuns = limit
  }

  /// Works on runs at the same time again if that was not done for long, unless a suspect is
  /// running here: a long run keeps the suspects from being alone, and others must not wait for it.
  mutating func endCare(begunBefore time: Duration) {
    guard isCareful, careBegan < time, !runs.isEmpty else { return }
    if runs.values.contains(where: \.isSuspect) { return }
    carefulRuns = 0
    isCareOver = true
  }

  /// Works on runs at the same time again, because a suspected run has ended here.
  mutating func endCare() { carefulRuns = 0 }

  /// Notes that a claim returned runs of which none is suspected.
  ///
  /// If it returned none, no suspects are left.
  mutating func noteInnocent(_ count: Int) {
    if count > 0 {
      carefulRuns = max(0, carefulRuns - count)
    } else if runs.isEmpty {
      carefulRuns = 0
    }
  }

  // MARK: Claims

  /// The number of runs that pending requests may return.
  private var reserved = 0
  /// The number of pending requests for runs.
  private var requests = 0
  /// The number of requests for runs that have begun.
  private(set) var claims = 0

  var isClaiming: Bool { requests > 0 }

  /// Returns how many more runs this process claims.
  private func free(of limit: Int) -> Int { (isCareful ? 1 : limit) - runs.count - reserved }

  /// Returns whether this process leaves runs to others that it would claim if it had less to do.
  func isFull(_ limit: Int) -> Bool { isCareful || free(of: limit) <= 0 }

  /// Whether the store has schedules of the workflows that this process knows; assumed until the
  /// store has answered.
  var hasSchedules = true

  /// Begins a request for runs and for schedules that are due, even without room for runs.
  ///
  /// The request leaves room for one run that is submitted meanwhile, if there is room for more
  /// than one.
  ///
  /// - Returns: The number of runs to ask for; `nil` if there is nothing to ask for.
  mutating func beginClaim(limit: Int) -> Int? {
    let free = free(of: limit)
    let count = min(free > 1 ? free - 1 : max(0, free), maxRunsPerClaim)
    return count > 0 || hasSchedules ? beginClaim(of: count) : nil
  }

  /// Begins a request for one run, if there is room for it.
  ///
  /// - Returns: The number of runs to ask for; `nil` if there is no room.
  mutating func beginClaimOfOne(limit: Int) -> Int? {
    isWorking && !isFull(limit) ? beginClaim(of: 1) : nil
  }

  private mutating func beginClaim(of count: Int) -> Int {
    reserved += count
    requests += 1
    claims += 1
    return count
  }

  mutating func endClaim(of count: Int) {
    reserved -= count
    requests -= 1
  }

  /// The number of runs that a claim asks for at most: fewer after a claim that took long.
  private var maxRunsPerClaim = Int.max

  /// Notes how long a claim took.
  ///
  /// A claim reads what its runs have recorded. If that took longer than the leases last, the runs
  /// would be lost before they arrive, and again with the next claim.
  mutating func noteClaim(of count: Int, took time: Duration, lease: Duration) {
    if count == 0 { return }
    let share = time / (lease / 4)
    if share > 1 {
      maxRunsPerClaim = max(1, Int(Double(count) / share))
    } else if share < 0.5, count >= maxRunsPerClaim {
      maxRunsPerClaim *= 2
    }
  }

  // MARK: News

  private var listeners: [String: [Int: Promise<Void, Never>]] = [:]
  private var lastListener = 0

  /// Returns a promise that is fulfilled with news of a run, and a number with which to withdraw
  /// it.
  mutating func listen(to run: String) -> (number: Int, news: Promise<Void, Never>) {
    let news = Promise<Void, Never>()
    lastListener += 1
    listeners[run, default: [:]][lastListener] = news
    return (lastListener, news)
  }

  /// Withdraws a promise.
  ///
  /// - Returns: The promise, unless there was news.
  mutating func stopListening(to run: String, _ number: Int) -> Promise<Void, Never>? {
    defer { if listeners[run]?.isEmpty == true { listeners[run] = nil } }
    return listeners[run]?.removeValue(forKey: number)
  }

  mutating func takeListeners(to run: String) -> [Promise<Void, Never>] {
    listeners.removeValue(forKey: run).map { Array($0.values) } ?? []
  }

  // MARK: Renewals

  /// Whether the last renewal of the leases failed.
  var hasFailedToRenew = false
  /// Whether renewals pause until this process has a run.
  var pausesRenewals = false
  /// Whether the pause before the next renewal has to be computed anew.
  var isRecounting = false

  /// When the leases were last extended, or renewals resumed.
  private var lastRenewal = Duration.zero

  /// Resumes the renewal of leases.
  ///
  /// - Returns: Whether the renewing task has to be woken.
  mutating func resumeRenewals(at time: Duration) -> Bool {
    if !pausesRenewals { return false }
    (pausesRenewals, isRecounting) = (false, true)
    lastRenewal = time
    return true
  }

  mutating func noteRenewal(at time: Duration) {
    hasFailedToRenew = false
    lastRenewal = time
  }

  /// Whether leases should have been extended long before: this process was held up.
  func isLateToRenew(at time: Duration, lease: Duration) -> Bool {
    !pausesRenewals && !runs.isEmpty && time - lastRenewal > lease / 2
  }
}
