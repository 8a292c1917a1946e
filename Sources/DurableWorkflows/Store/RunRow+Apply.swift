public import Workflows

extension RunRow {
  /// A step to undo.
  @_spi(Stores) public struct Undo: Hashable, Sendable {
    /// The place of the step.
    @_spi(Stores) public let path: RecordPath
    /// The output of the step; `nil` if it is in doubt whether it had an effect.
    @_spi(Stores) public let value: Payload?
  }

  /// The next step to undo: the last step that has begun or ended.
  ///
  /// A step with a mark and without a record has begun, but its end was not observed, so it is in
  /// doubt.
  @_spi(Stores) public var nextToUndo: Undo? {
    placesToUndo.max { $0.sequence < $1.sequence }?.undo
  }

  /// The steps to undo, in the order of undoing.
  package var stepsToUndo: [Undo] {
    placesToUndo.sorted { $0.sequence > $1.sequence }.map(\.undo)
  }

  private var placesToUndo: [(sequence: Int, undo: Undo)] {
    var places: [(sequence: Int, undo: Undo)] = []
    for (path, record) in records where record.isCompensated && undone[path] == nil {
      let output = record.type == Self.failureType ? nil : record.value
      places.append((record.sequence, Undo(path: path, value: output)))
    }
    for (path, mark) in marksInDoubt {
      places.append((mark.sequence, Undo(path: path, value: nil)))
    }
    return places
  }

  /// The marks of steps that have begun, and of which nobody knows how far they got.
  private var marksInDoubt: [RecordPath: Mark] {
    marks.filter { path, _ in records[path] == nil && undone[path] == nil }
  }

  /// The steps inside a place of which nobody knows how far they got, except inside of those that
  /// are recorded.
  func stepsInDoubt(inside place: RecordPath) -> Set<RecordPath> {
    Set(
      marksInDoubt.keys.filter { step in
        var outer = step == place ? nil : step.outer
        while let next = outer, next != place, records[next] == nil { outer = next.outer }
        return outer == place
      }
    )
  }

  /// Adds the changes of a write.
  @_spi(Stores) public mutating func apply(_ changes: [RunChange<Payload>], at now: StoreTime) {
    for change in changes { apply(change, at: now) }
  }

  mutating func apply(_ change: RunChange<Payload>, at now: StoreTime) {
    switch change {
    case .record(let path, let value, let type, let isCompensated, let took):
      if records[path] != nil { return }
      records[path] = Record(
        value: value,
        type: type,
        isCompensated: isCompensated,
        sequence: nextSequence(),
        time: now,
        took: took
      )
      marks[path] = nil
    case .begin(let path):
      let isInDoubt = marks[path] != nil
      marks[path] = Mark(epoch: epoch, sequence: nextSequence(), isInDoubt: isInDoubt)
    case .failed(let path):
      if let mark = marks[path], mark.epoch == epoch, !mark.isInDoubt { marks[path] = nil }
    case .wait(let path, for: let time, until: _):
      if waits[path] == nil { waits[path] = time.map { now.after($0) } ?? .max }
    case .limit(let path, until: let due):
      // `.max` removes a timeout: the step ended in time.
      if limits[path] == nil || due == .max { limits[path] = due }
    case .attempt(let path, failed: let failed, pause: let pause):
      // The next attempt finds only the records of the attempts before it.
      limits.removeAll(inside: path)
      waits.removeAll(inside: path)
      attempts.removeAll(inside: path)
      for place in marks.keys where place.isInside(path) {
        marks[place]?.isOfEarlierAttempt = true
      }
      attempts[path] = Attempts(failed: failed, due: now.after(pause))
    case .undo(let failure): undoing = failure
    case .undone(let path, hasSucceeded: let hasSucceeded): undone[path] = hasSucceeded
    case .tag(let name, let value): tags[name] = value
    case .restart: forgetSteps()
    }
  }
}

extension Dictionary where Key == RecordPath {
  /// Removes the values at a place and inside it; copies nothing if there are none.
  fileprivate mutating func removeAll(inside path: RecordPath) {
    for place in keys.filter({ $0.isInside(path) }) { self[place] = nil }
  }
}
