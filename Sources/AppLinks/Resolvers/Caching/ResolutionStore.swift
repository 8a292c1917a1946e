internal import Foundation

/// Answers by URL, with the one not asked for the longest going first when there is no room.
struct ResolutionStore: Sendable {
  struct Entry: Sendable {
    let key: PageKey
    let result: Result<AppLinkResolution, any Error>
    let expiry: Duration
    let size: Int
    /// The neighbours in the order in which entries were asked for.
    var older: Int?
    var newer: Int?
  }

  private let limits: CacheLimits
  private var slots: [Entry?] = []
  private var free: [Int] = []
  private var places: [PageKey: Int] = [:]
  private var oldest: Int?
  private var newest: Int?
  private(set) var size = 0

  init(limits: CacheLimits) { self.limits = limits }

  var count: Int { places.count }

  /// Finds an answer that is not too old, and makes it the newest.
  mutating func find(_ key: PageKey, at now: Duration) -> Result<AppLinkResolution, any Error>? {
    guard let place = places[key], let entry = slots[place], entry.expiry > now else { return nil }
    if newest != place {
      unlink(place)
      link(place)
    }
    return entry.result
  }

  /// Adds an answer.
  ///
  /// - Returns: What had to go, for the caller to release where that does no harm.
  mutating func insert(
    _ result: Result<AppLinkResolution, any Error>,
    for key: PageKey,
    at now: Duration
  ) -> [Entry] {
    var dropped: [Entry] = []
    if let entry = remove(key) { dropped.append(entry) }
    let time = timeToLive(of: result)
    let entry = Entry(key: key, result: result, expiry: now + time, size: size(of: result, key))
    if time <= .zero || entry.size > limits.maximumBytes || limits.maximumCount == 0 {
      return dropped
    }
    while count >= limits.maximumCount || size + entry.size > limits.maximumBytes {
      guard let oldest, let key = slots[oldest]?.key, let old = remove(key) else { break }
      dropped.append(old)
    }
    let place = free.popLast() ?? slots.count
    if place == slots.count { slots.append(entry) } else { slots[place] = entry }
    places[key] = place
    size += entry.size
    link(place)
    return dropped
  }

  @discardableResult
  mutating func remove(_ key: PageKey) -> Entry? {
    guard let place = places.removeValue(forKey: key), let entry = slots[place] else { return nil }
    unlink(place)
    slots[place] = nil
    free.append(place)
    size -= entry.size
    return entry
  }

  // MARK: Order

  private mutating func unlink(_ place: Int) {
    guard let entry = slots[place] else { return }
    if let older = entry.older { slots[older]?.newer = entry.newer } else { oldest = entry.newer }
    if let newer = entry.newer { slots[newer]?.older = entry.older } else { newest = entry.older }
  }

  private mutating func link(_ place: Int) {
    slots[place]?.older = newest
    slots[place]?.newer = nil
    if let newest { slots[newest]?.newer = place } else { oldest = place }
    newest = place
  }

  // MARK: Limits

  private func timeToLive(of result: Result<AppLinkResolution, any Error>) -> Duration {
    switch result {
    case .success(let answer) where answer.status ?? 200 >= 400: limits.failureTimeToLive
    case .success: limits.timeToLive
    case .failure(is CancellationError): .zero
    case .failure: limits.failureTimeToLive
    }
  }

  /// About how many bytes an answer takes: its text, twice for the tree, and what goes with each piece.
  private func size(of result: Result<AppLinkResolution, any Error>, _ key: PageKey) -> Int {
    var size = 512 + 2 * key.text.utf8.count
    guard case .success(let resolution) = result else { return size }
    for tag in resolution.metadata.tags {
      size += 256 + 2 * (tag.property.utf8.count + (tag.content?.utf8.count ?? 0))
    }
    for diagnostic in resolution.diagnostics { size += 64 + diagnostic.message.utf8.count }
    for url in resolution.redirects + [resolution.finalURL ?? resolution.sourceURL] {
      size += 128 + url.absoluteString.utf8.count
    }
    return size
  }
}
