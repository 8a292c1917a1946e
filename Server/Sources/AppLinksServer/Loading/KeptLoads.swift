package import CoreMetrics
import Foundation
import Futures
package import Logging

/// Content that is loaded from the web and kept for everyone who asks.
///
/// Fresh content is used as it is; stale content is used while it is loaded again. A place is
/// loaded once at a time, however many ask for it: callers on a node share the load, and a node
/// needs the lease of the place. A failure is kept for a short time, and never replaces a success
/// that is still usable.
package final class KeptLoads<Content: KeptContent>: Sendable {
  package typealias Load = @Sendable (_ place: String) async throws -> LoadedContent<Content>

  private let store: any EntryStore
  private let copies: MemoryCopies<KeptCopy<Content>>
  private let loads = SharedLoads<String, KeptCopy<Content>, any Error>(
    keeping: .nothing,
    whenAbandoned: .finish
  )
  private let lifetimes: Lifetimes
  private let clock: WallClock
  private let leaseTime: Duration
  private let load: Load
  private let logger: Logger
  private let counts: LoadCounts

  /// Creates the loads of one kind of content.
  ///
  /// - Parameters:
  ///   - store: The store that the nodes share.
  ///   - memory: The number of bytes for copies that this node keeps.
  ///   - lifetimes: How long contents may be used.
  ///   - leaseTime: The time after which another node takes over the loads of a node that has died.
  ///   - clock: The clock.
  ///   - logger: The logger for failures of the store.
  ///   - metrics: The metrics that count answers and loads.
  ///   - load: Loads a place. It throws only if the task is cancelled; a failure is a content.
  package init(
    store: any EntryStore,
    memory: Int,
    lifetimes: Lifetimes = Lifetimes(),
    leaseTime: Duration = .seconds(30),
    clock: WallClock = WallClock(),
    logger: Logger,
    metrics: any MetricsFactory,
    load: @escaping Load
  ) {
    self.store = store
    self.lifetimes = lifetimes
    self.leaseTime = leaseTime
    self.clock = clock
    self.logger = logger
    self.load = load
    copies = MemoryCopies(maximumBytes: memory)
    counts = LoadCounts(kind: Content.kind, metrics)
  }

  /// Returns the content of a place, which is loaded if no usable one is known.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - age: The age above which the caller waits for the content to be loaded again.
  /// - Returns: The content.
  /// - Throws: `CancellationError` if the server shuts down.
  package func copy(
    of place: String,
    maximumAge age: Duration? = nil
  ) async throws -> KeptCopy<Content> {
    if let copy = freshCopy(of: place, maximumAge: age) { return copy }
    let now = clock.now()
    let since = age.map { now - $0.milliseconds } ?? .min
    if let known = await known(place), known.isUsable(at: now), known.entry.loaded >= since {
      if known.isFresh(at: now) {
        counts.fresh.increment()
      } else {
        counts.stale.increment()
        // Others who find the same copy share this load, and nobody waits for it.
        refresh(place, since: since).onFailure { [logger] error in
          logger.debug("refresh failed", metadata: ["error": "\(error)"])
        }
      }
      return known
    }
    counts.missing.increment()
    return try await refresh(place, since: since).value
  }

  /// Returns the copy of a place that this node has in memory, if it is fresh.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - age: The age above which content is not used.
  /// - Returns: The copy, or `nil` if there is none that is fresh.
  package func freshCopy(of place: String, maximumAge age: Duration? = nil) -> KeptCopy<Content>? {
    let now = clock.now()
    guard let copy = copies[place], copy.isFresh(at: now) else { return nil }
    if let age, copy.entry.loaded < now - age.milliseconds { return nil }
    counts.fresh.increment()
    return copy
  }

  /// Returns the newest copy, from memory or from the store.
  private func known(_ place: String) async -> KeptCopy<Content>? {
    let mine = copies[place]
    guard let stored = await stored(place) else { return mine }
    if let mine, mine.entry.loaded >= stored.entry.loaded,
      mine.entry.freshUntil >= stored.entry.freshUntil
    {
      return mine
    }
    keep(stored, place)
    return stored
  }

  private func stored(_ place: String) async -> KeptCopy<Content>? {
    do {
      guard let entry = try await store.entry(key(place)) else { return nil }
      // Content of another version that this one cannot decode is loaded again.
      guard let content = try? JSONDecoder().decode(Content.self, from: Data(entry.content)) else {
        return nil
      }
      return KeptCopy(entry: entry, content: content)
    } catch {
      storeFailed("read", error)
      return nil
    }
  }

  private func key(_ place: String) -> String { "\(Content.kind) \(place)" }

  private func keep(_ copy: KeptCopy<Content>, _ place: String) {
    // Decoded content takes about twice the bytes of its JSON.
    copies.keep(copy, for: place, bytes: copy.entry.content.count * 2 + place.utf8.count * 2)
  }

  private func storeFailed(_ action: String, _ error: any Error) {
    counts.storeFailures.increment()
    // The failure that caused the pause has been logged.
    if error is GuardedStore.LeftAlone { return }
    logger.error("the store has failed", metadata: ["action": "\(action)", "error": "\(error)"])
  }

  // MARK: Loading

  private func refresh(_ place: String, since: Int64) -> Future<KeptCopy<Content>, any Error> {
    loads.load(place) { [self] in try await loadUnderLease(place, since: since) }
  }

  /// Loads a place once this node has its lease, or returns what another node has loaded.
  private func loadUnderLease(
    _ place: String,
    since: Int64
  ) async throws -> KeptCopy<Content> {
    while true {
      switch await claim(place) {
      case .taken(let lease)?:
        // Another node may have loaded it before this one had the lease.
        if let stored = await stored(place), stored.isFresh(at: clock.now()),
          stored.entry.loaded >= since
        {
          await release(lease)
          keep(stored, place)
          return stored
        }
        return try await loadNow(place, lease)
      case nil:
        if store.requiresLeases { throw Problem.storeAway }
        // Without the store, each node loads for itself.
        return try await loadNow(place, nil)
      case .held(let rest)?:
        counts.waits.increment()
        let pause = max(.milliseconds(10), min(.milliseconds(100), rest))
        try await clock.pauses.sleep(for: pause)
        if let stored = await stored(place), stored.isFresh(at: clock.now()),
          stored.entry.loaded >= since
        {
          keep(stored, place)
          return stored
        }
      }
    }
  }

  private func claim(_ place: String) async -> Claim? {
    do {
      return try await store.claim(key(place), for: leaseTime)
    } catch {
      storeFailed("claim", error)
      return nil
    }
  }

  private func release(_ lease: Lease) async {
    do { try await store.release(lease) } catch { storeFailed("release", error) }
  }

  private func loadNow(_ place: String, _ lease: Lease?) async throws -> KeptCopy<Content> {
    let start = ContinuousClock.now
    let renewing = lease.map { lease in Task { await renew(lease) } }
    defer { renewing?.cancel() }
    let loaded: LoadedContent<Content>
    do {
      loaded = try await load(place)
    } catch {
      if let lease { await release(lease) }
      throw error
    }
    counts.loads.recordNanoseconds(Int64((ContinuousClock.now - start) / .nanoseconds(1)))
    let copy = try await newCopy(of: loaded, place)
    keep(copy, place)
    if let lease { await save(copy.entry, under: lease) }
    return copy
  }

  /// Renews a lease for as long as its place is being loaded.
  private func renew(_ lease: Lease) async {
    while (try? await clock.pauses.sleep(for: leaseTime / 3)) != nil {
      do {
        if try await !store.renew(lease, for: leaseTime) { return }
      } catch {
        if Task.isCancelled { return }
        storeFailed("renew", error)
      }
    }
  }

  private func save(_ entry: Entry, under lease: Lease) async {
    do {
      if try await !store.save(entry, under: lease) { counts.lostLeases.increment() }
    } catch {
      storeFailed("save", error)
      guard store.requiresLeases else { return await release(lease) }
      // The store may be back before another node can take the lease. The task is detached, because
      // nobody waits for it and the scope of the load ends here.
      Task.detached { [self] in
        for _ in 0..<60 {
          do { try await clock.pauses.sleep(for: .seconds(1)) } catch { return }
          if let isSaved = try? await store.save(entry, under: lease) {
            if !isSaved { counts.lostLeases.increment() }
            return
          }
        }
      }
    }
  }

  private func newCopy(
    of loaded: LoadedContent<Content>,
    _ place: String
  ) async throws -> KeptCopy<Content> {
    let now = clock.now()
    let isFailure = loaded.content.isFailure
    let fresh = isFailure ? lifetimes.failure : lifetimes.fresh(loaded.stated)
    let freshUntil = now + fresh.milliseconds
    if isFailure {
      counts.failures.increment()
      if var known = await known(place), !known.content.isFailure, known.isUsable(at: now) {
        var entry = known.entry
        entry.freshUntil = min(freshUntil, entry.staleUntil)
        known = KeptCopy(entry: entry, content: known.content)
        return known
      }
    }
    let allowsStale = loaded.allowsStale && !isFailure
    return KeptCopy(
      entry: Entry(
        key: key(place),
        content: [UInt8](try JSONEncoder().encode(loaded.content)),
        loaded: now,
        freshUntil: freshUntil,
        staleUntil: freshUntil + (allowsStale ? lifetimes.stale.milliseconds : 0)
      ),
      content: loaded.content
    )
  }
}
