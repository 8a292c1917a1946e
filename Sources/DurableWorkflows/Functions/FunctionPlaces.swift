internal import Workflows

/// The places of the calls of a function: names, never positions alone.
struct FunctionPlaces {
  private enum Use {
    /// Calls in one task, which are counted.
    case counted(Int)
    /// A call in another task, where a count would depend on how the tasks run.
    case once
  }

  private var uses: [RecordPath: Use] = [:]
  /// The calls that were made, and whether each has not ended.
  private var calls: [RecordPath: Bool] = [:]

  /// The calls that have not ended.
  var open: [RecordPath] { calls.filter(\.value).map(\.key) }

  /// The calls that were made.
  var entered: Set<RecordPath> { Set(calls.keys) }

  /// Whether a call was made at a place.
  func hasEntered(_ place: RecordPath) -> Bool { calls[place] != nil }

  /// Begins a call.
  ///
  /// - Parameters:
  ///   - place: The place that its name and key give.
  ///   - isCounted: Whether all calls of this place are made in the current task.
  /// - Returns: The place of this call; `nil` if it needs a key.
  mutating func enter(_ place: RecordPath, isCounted: Bool) -> RecordPath? {
    let entered: RecordPath
    switch (uses[place], isCounted) {
    case (nil, true):
      uses[place] = .counted(1)
      entered = place
    case (nil, false):
      uses[place] = .once
      entered = place
    case (.counted(let count), true):
      uses[place] = .counted(count + 1)
      entered = place.repetition(count + 1)
    case (.counted, false), (.once, _): return nil
    }
    calls[entered] = true
    return entered
  }

  /// Ends a call.
  mutating func leave(_ place: RecordPath) { calls[place] = false }
}

extension RecordPath {
  /// The place of the call with this name that is made again.
  ///
  /// No key gives this place, because percent signs in keys are escaped.
  fileprivate func repetition(_ number: Int) -> RecordPath {
    RecordPath("\(description)/%\(number)")
  }
}
