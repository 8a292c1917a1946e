public import Foundation
public import Futures

/// Remembers what another resolver found, and asks it once for many who ask at the same time.
///
/// ```swift
/// let resolver = CachingResolver(HTTPResolver(), timeToLive: .seconds(600))
/// let first = try await resolver.resolve(url)   // loads the page
/// let second = try await resolver.resolve(url)  // does not
/// ```
///
/// URLs that ask a server for the same share an answer: the fragment, the case of scheme and host, and a port
/// that the scheme has anyway do not matter. An answer is for all kinds of devices.
///
/// The work behind an answer belongs to all who wait for it. Who cancels stops waiting; when the last one has
/// done so, the work is cancelled. Who asks after that starts it anew.
///
/// Failures are not remembered unless ``CacheLimits/failureTimeToLive`` says so, nor are answers with a status
/// of 400 or more, behind which there may be a server that has lost its pages for a minute. Cancellation never
/// is.
public final class CachingResolver: AppLinkResolving {
  /// How much is remembered, and for how long.
  public let limits: CacheLimits

  private let base: any AppLinkResolving
  private let now: @Sendable () -> Duration
  private let state: Locked<State>

  struct State: Sendable {
    var store: ResolutionStore
    /// What is under way, by number.
    var flights: [Int: Flight] = [:]
    /// What those who ask now may join.
    var current: [PageKey: Int] = [:]
    var flightCount = 0
  }

  /// Work that is under way.
  struct Flight: Sendable {
    let number: Int
    let promise: Promise<AppLinkResolution, any Error>
    let source: CancellationSource
    var askers = 0
  }

  /// Makes a resolver.
  ///
  /// - Parameters:
  ///   - base: Who is asked for what is not remembered.
  ///   - limits: How much is remembered, and for how long.
  ///   - clock: Tells how old an answer is.
  public init<C: Clock>(
    _ base: any AppLinkResolving,
    limits: CacheLimits = CacheLimits(),
    clock: C = ContinuousClock()
  ) where C.Duration == Duration {
    self.base = base
    self.limits = limits
    let start = clock.now
    now = { start.duration(to: clock.now) }
    state = Locked(State(store: ResolutionStore(limits: limits)))
  }

  /// Makes a resolver with the usual limits but one.
  ///
  /// - Parameters:
  ///   - base: Who is asked for what is not remembered.
  ///   - timeToLive: How long an answer is good.
  public convenience init(_ base: any AppLinkResolving, timeToLive: Duration) {
    self.init(base, limits: CacheLimits(timeToLive: timeToLive))
  }

  /// Resolves a URL.
  ///
  /// - Parameter url: The URL.
  /// - Returns: What is remembered about it, or else what the other resolver finds.
  /// - Throws: What the other resolver throws, or `CancellationError` if the task was cancelled.
  /// - Complexity: O(*n*) in the length of the URL if the answer is remembered.
  public nonisolated(nonsending) func resolve(_ url: URL) async throws -> AppLinkResolution {
    if let known = known(PageKey(url)) { return try known.asked(for: url).get() }
    return try await withCancellationToken { token in
      try await futureResolve(url, cancellation: token).get()
    }
  }

  /// Resolves a URL, as a future.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - token: Once cancelled, the future is cancelled; so is the work, if nobody else waits for it.
  ///     Cancelling the future itself does the same.
  /// - Returns: A future of what is remembered about the URL, or else of what the other resolver finds. Its
  ///   errors are those of ``resolve(_:)``.
  public func futureResolve(
    _ url: URL,
    cancellation token: CancellationToken
  ) -> Future<AppLinkResolution, any Error> {
    if token.isCancelled { return Future(error: CancellationError()) }
    let key = PageKey(url)
    switch knownOrJoined(key) {
    case .known(let known):
      return Future(result: known.asked(for: url))
    case .underWay(let flight, let isNew):
      let answer = flight.promise.future.mapResult(cancellation: token) {
        try $0.asked(for: url).get()
      }
      answer.whenSettled { [weak self] in self?.leave(flight.number, key) }
      if isNew { take(off: flight, key, url) }
      return answer
    }
  }

  // MARK: What is remembered

  /// How many answers are remembered; those that are too old count until they make room.
  public var count: Int { state.withLock { $0.store.count } }

  /// Forgets the answer for a URL.
  ///
  /// Who waits for it gets it all the same, but it is not remembered.
  ///
  /// - Parameter url: The URL.
  public func forget(_ url: URL) {
    let key = PageKey(url)
    let dropped = state.withLock { state in
      (state.store.remove(key), state.current.removeValue(forKey: key))
    }
    withExtendedLifetime(dropped) {}
  }

  /// Forgets all answers.
  ///
  /// Who waits for one gets it all the same, but it is not remembered.
  public func forgetAll() {
    let dropped = state.withLock { state in
      defer { state.store = ResolutionStore(limits: limits) }
      state.current = [:]
      return state.store
    }
    withExtendedLifetime(dropped) {}
  }

  private func known(_ key: PageKey) -> Result<AppLinkResolution, any Error>? {
    let now = now()
    return state.withLock { $0.store.find(key, at: now) }
  }

  // MARK: What is under way

  /// What somebody who asks gets.
  private enum Reply {
    case known(Result<AppLinkResolution, any Error>)
    case underWay(Flight, isNew: Bool)
  }

  /// What is remembered; or else counts one more who waits for an answer.
  ///
  /// One step, for the answer may arrive at any moment.
  private func knownOrJoined(_ key: PageKey) -> Reply {
    let now = now()
    return state.withLock { state in
      if let known = state.store.find(key, at: now) { return .known(known) }
      if let number = state.current[key], let flight = state.flights[number] {
        state.flights[number]?.askers += 1
        return .underWay(flight, isNew: false)
      }
      state.flightCount += 1
      let flight = Flight(
        number: state.flightCount,
        promise: Promise(),
        source: CancellationSource(),
        askers: 1
      )
      state.flights[flight.number] = flight
      state.current[key] = flight.number
      return .underWay(flight, isNew: true)
    }
  }

  /// Asks the other resolver.
  private func take(off flight: Flight, _ key: PageKey, _ url: URL) {
    // Nobody may be left to see how it ends.
    _ = flight.promise.future.ignoringFailure()
    base.futureResolve(url, cancellation: flight.source.token).onComplete { [self] result in
      land(flight.number, key, result)
      flight.source.dispose()
      flight.promise.complete(result)
    }
  }

  /// Remembers an answer, if it is still wanted.
  private func land(
    _ number: Int,
    _ key: PageKey,
    _ result: Result<AppLinkResolution, any Error>
  ) {
    let now = now()
    let dropped = state.withLock { state -> [ResolutionStore.Entry] in
      state.flights[number] = nil
      guard state.current[key] == number else { return [] }
      state.current[key] = nil
      return state.store.insert(result, for: key, at: now)
    }
    withExtendedLifetime(dropped) {}
  }

  /// Counts one less who waits, and stops the work if that was the last.
  private func leave(_ number: Int, _ key: PageKey) {
    let unwanted = state.withLock { state -> Flight? in
      guard let flight = state.flights[number] else { return nil }
      if flight.askers > 1 {
        state.flights[number]?.askers -= 1
        return nil
      }
      state.flights[number] = nil
      if state.current[key] == number { state.current[key] = nil }
      return flight
    }
    unwanted?.source.cancel()
  }
}
