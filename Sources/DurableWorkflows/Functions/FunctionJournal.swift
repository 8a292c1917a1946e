internal import Foundation
internal import Workflows

/// What a function has been told, in order: what is recorded, and what is still to be recorded.
struct FunctionJournal {
  struct Entry {
    let place: RecordPath
    let record: RunStorage.Row.Record
  }

  private struct Unwritten {
    let place: RecordPath
    let failure: RecordedFailure
  }

  private let entries: [Entry]
  /// The places of the entries; made when somebody asks for one.
  private lazy var numbers = Dictionary(
    uniqueKeysWithValues: entries.enumerated().map { ($1.place, $0) }
  )
  private var read = 0
  /// The place of what the function was told last.
  private var last: RecordPath?
  /// The failures that the function was told, and on which nothing depends yet.
  private var unwritten: [Unwritten] = []

  /// Creates the journal of a function from the records of a run.
  ///
  /// - Parameters:
  ///   - records: The records of the run.
  ///   - place: The place of the function.
  ///   - isUndoing: Whether the undos of calls are named, also inside parts that are recorded.
  ///   - read: Reads the record of a failure.
  /// - Throws: The error of `read`.
  init(
    _ records: [RecordPath: RunStorage.Row.Record],
    of place: RecordPath,
    isUndoing: Bool,
    _ read: (Data) throws -> RecordedFailure
  ) rethrows {
    let inside = records.lazy.filter { $0.key != place && $0.key.isInside(place) }
      .map { Entry(place: $0.key, record: $0.value) }
      .sorted { $0.record.sequence < $1.record.sequence }
    // Before calls are removed, which other calls may have followed.
    var entries = try Self.inOrder(inside, read)
    if !isUndoing { entries.removeCalls(ofPartsInside: place) }
    self.entries = entries
  }

  /// Returns entries in the order in which the function was told of them: a failure is recorded
  /// later than that, and names what was told before it.
  private static func inOrder(
    _ entries: [Entry],
    _ read: (Data) throws -> RecordedFailure
  ) rethrows -> [Entry] {
    if !entries.contains(where: \.isFailure) { return entries }
    let places = Set(entries.map(\.place.description))
    var first: [Entry] = []
    var followers: [String: [Entry]] = [:]
    for entry in entries where entry.isFailure {
      if let after = try read(entry.record.value).after, places.contains(after) {
        followers[after, default: []].append(entry)
      } else {
        first.append(entry)
      }
    }
    var rest = Array((first + entries.filter { !$0.isFailure }).reversed())
    var ordered: [Entry] = []
    while let entry = rest.popLast() {
      ordered.append(entry)
      rest += (followers[entry.place.description] ?? []).reversed()
    }
    return ordered
  }

  /// What the function has to be told next; `nil` if it has been told all that is recorded.
  var next: Entry? { read < entries.count ? entries[read] : nil }

  /// The number of failures that are recorded with what follows.
  var unwrittenCount: Int { unwritten.count }

  /// Whether a place has a record that the function has not been told.
  mutating func isUnread(_ place: RecordPath) -> Bool {
    numbers[place].map { $0 >= read } ?? false
  }

  /// Whether a part has a record that covers its calls, and that the function has not been told.
  mutating func isUnreadPart(_ place: RecordPath) -> Bool {
    isUnread(place) && numbers[place].map { entries[$0].isFailure } == false
  }

  /// Notes that the function is told what is recorded next.
  mutating func readNext() {
    last = next?.place
    read += 1
  }

  /// Notes that the function is told how a call has ended that is recorded.
  mutating func tell(_ place: RecordPath) { last = place }

  /// Notes that the function is told of a failure, which is recorded with what follows.
  mutating func tell(_ failure: RecordedFailure, of place: RecordPath) {
    var failure = failure
    failure.after = last?.description
    unwritten.append(Unwritten(place: place, failure: failure))
    last = place
  }

  /// Returns the failures to record before something that may depend on them.
  mutating func takeUnwritten() -> [(place: RecordPath, failure: RecordedFailure)] {
    if unwritten.isEmpty { return [] }
    defer { unwritten = [] }
    return unwritten.map { ($0.place, $0.failure) }
  }
}

extension FunctionJournal.Entry {
  /// Whether the call has ended without an output.
  var isFailure: Bool { record.type == RecordedFailure.type }

  /// What the type of the record of a part begins with; no type of a client does.
  static let part = "%part "
}

extension [FunctionJournal.Entry] {
  /// Removes the calls inside of parts, whose own record covers them.
  fileprivate mutating func removeCalls(ofPartsInside function: RecordPath) {
    let parts = Set(
      lazy.filter { $0.record.type.hasPrefix(Element.part) }.map(\.place.placeOfCalls)
    )
    if parts.isEmpty { return }
    removeAll { entry in
      var place = entry.place.outer
      while let outer = place, outer != function {
        if parts.contains(outer) { return true }
        place = outer.outer
      }
      return false
    }
  }
}
