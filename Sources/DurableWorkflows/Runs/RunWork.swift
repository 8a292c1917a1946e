internal import Futures

/// What a process works on, and how it stands with the store.
struct RunWork {
  /// A run that this process has.
  struct Own {
    let session: RunSession
    let task: Task<Void, Never>
  }

  /// The task that takes runs and extends leases; `nil` while this process does not work.
  var task: Task<Void, Never>?
  /// How many calls stop it that have not returned.
  private var stops = 0
  /// Whether to start again when the work has stopped.
  var startsAgain = false
  /// How many more runs are worked on one at a time, because one of them may end the process.
  private var carefulRuns = 0
  var runs: [RunIdentity: Own] = [:]

  var isStopping: Bool { stops > 0 }

  /// Whether this process takes runs.
  var isWorking: Bool { task != nil && !isStopping }

  mutating func beginStop() {
    stops += 1
    startsAgain = false
  }

  /// Ends a stop; the work has stopped with the last one that is under way.
  ///
  /// - Returns: Whether to start again.
  mutating func endStop() -> Bool {
    stops -= 1
    if isStopping { return false }
    task = nil
    defer { startsAgain = false }
    return startsAgain
  }

  // MARK: Suspects

  private var isCareful: Bool { carefulRuns > 0 }

  /// Works on as many runs one at a time as it would side by side.
  mutating func beginCare(limit: Int) { carefulRuns = limit }

  /// Works on runs side by side again: one that is suspected has ended here.
  mutating func endCare() { carefulRuns = 0 }

  /// Notes that runs were taken of which none is suspected; without any, the suspects are gone.
  mutating func noteInnocent(_ count: Int) {
    if count > 0 {
      carefulRuns = max(0, carefulRuns - count)
    } else if runs.isEmpty {
      carefulRuns = 0
    }
  }

  // MARK: Claims

  /// How many runs the requests may bring that are under way.
  private var reserved = 0
  /// How many requests for runs are under way.
  private var requests = 0
  /// How many requests for runs have begun.
  private(set) var claims = 0

  var isClaiming: Bool { requests > 0 }

  /// How many more runs this process takes.
  private func free(of limit: Int) -> Int { (isCareful ? 1 : limit) - runs.count - reserved }

  /// Whether this process leaves runs to others that it would take if it had less to do.
  func isFull(_ limit: Int) -> Bool { isCareful || free(of: limit) <= 0 }

  /// Whether the store has schedules of the workflows that this process knows, until it has said.
  var hasSchedules = true

  /// Begins a request for runs, and for schedules that are due, also without room for runs.
  ///
  /// It leaves room for a run that is submitted meanwhile, if there is more than that.
  ///
  /// - Returns: How many runs to ask for; `nil` if there is nothing to ask for.
  mutating func beginClaim(limit: Int) -> Int? {
    let free = free(of: limit)
    let count = free > 1 ? free - 1 : max(0, free)
    return count > 0 || hasSchedules ? beginClaim(of: count) : nil
  }

  /// Begins a request for one run, if there is room for it.
  ///
  /// - Returns: How many runs to ask for; `nil` if there is no room.
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

  // MARK: News

  private var listeners: [String: [Int: Promise<Void, Never>]] = [:]
  private var lastListener = 0

  /// Returns a promise that news of a run succeed, with a number to take it back.
  mutating func listen(to run: String) -> (number: Int, news: Promise<Void, Never>) {
    let news = Promise<Void, Never>()
    lastListener += 1
    listeners[run, default: [:]][lastListener] = news
    return (lastListener, news)
  }

  /// Takes a promise back.
  ///
  /// - Returns: The promise, unless there were news.
  mutating func stopListening(to run: String, _ number: Int) -> Promise<Void, Never>? {
    defer { if listeners[run]?.isEmpty == true { listeners[run] = nil } }
    return listeners[run]?.removeValue(forKey: number)
  }

  mutating func takeListeners(to run: String) -> [Promise<Void, Never>] {
    listeners.removeValue(forKey: run).map { Array($0.values) } ?? []
  }

  // MARK: Renewals

  /// Whether leases could not be extended the last time.
  var hasFailedToRenew = false
  /// Whether nothing is extended until this process has a run.
  var pausesRenewals = false
  /// Whether the pause before leases are extended is to be counted anew.
  var isRecounting = false

  /// Lets leases be extended again.
  ///
  /// - Returns: Whether what extends them is to be woken.
  mutating func resumeRenewals() -> Bool {
    if !pausesRenewals { return false }
    (pausesRenewals, isRecounting) = (false, true)
    return true
  }
}
