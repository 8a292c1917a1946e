internal import Workflows

/// The places of the calls of a function: names, never positions alone.
struct FunctionPlaces {
  private struct Uses {
    /// How often the name was called.
    var count = 0
    /// Whether it was called in the task of the function only, where a count does not depend on how
    /// tasks run.
    var isCounted = true

    /// Returns the number of another call of the name; `nil` if it needs a key.
    mutating func add(isCounted: Bool) -> Int? {
      if count > 0 && !(self.isCounted && isCounted) { return nil }
      self.isCounted = isCounted
      count += 1
      return count
    }
  }

  private var uses: [RecordPath: Uses] = [:]

  /// A call that has not ended, and those that were made beside it.
  private var unended: (one: RecordPath?, others: Set<RecordPath>) = (nil, [])

  /// The calls that have not ended.
  var open: [RecordPath] { [unended.one].compactMap(\.self) + unended.others }

  /// The calls that were made.
  var entered: Set<RecordPath> { Set(uses.keys) }

  /// Whether a call was made at a place.
  func hasEntered(_ place: RecordPath) -> Bool { uses[place] != nil }

  /// Begins a call.
  ///
  /// - Parameters:
  ///   - place: The place that its name and key give.
  ///   - isCounted: Whether all calls of this place are made in the current task.
  /// - Returns: The place of this call; `nil` if it needs a key.
  mutating func enter(_ place: RecordPath, isCounted: Bool) -> RecordPath? {
    // Most functions make a few calls.
    if uses.isEmpty { uses.reserveCapacity(12) }
    guard let number = uses[place, default: Uses()].add(isCounted: isCounted) else { return nil }
    let entered = number == 1 ? place : place.repetition(number)
    if number > 1 { uses[entered] = Uses(count: 1) }
    if unended.one == nil { unended.one = entered } else { unended.others.insert(entered) }
    return entered
  }

  /// Ends a call.
  mutating func leave(_ place: RecordPath) {
    if unended.one == place { unended.one = nil } else { unended.others.remove(place) }
  }
}

extension RecordPath {
  /// The place of the call with this name that is made again.
  ///
  /// No key gives this place, because percent signs in keys are escaped.
  fileprivate func repetition(_ number: Int) -> RecordPath {
    RecordPath("\(description)/%\(number)")
  }
}
