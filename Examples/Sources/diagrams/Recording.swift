/// A recording of a run, in the order of the rows of its picture.
struct Recording: Sendable {
  /// A moment, in seconds of the clock of the run.
  typealias Second = Double

  /// How a future settled.
  enum Outcome: Sendable {
    case value(String)
    case failure(String)
    case cancellation
  }

  /// What a row shows.
  enum Row: Sendable {
    /// Lines of the program, as the compiler read them.
    case code([String])
    /// Work that a closure started, or the future of a promise.
    case work(Line)
    /// A future that a verb returned.
    case result(Line)
    /// Where closures ran.
    case place(String, [(second: Second, closures: String)])
  }

  /// A future, from its creation until it settled.
  struct Line: Sendable {
    let name: String
    let start: Second
    var end: (second: Second, outcome: Outcome)?
  }

  var rows: [Row] = []
  /// The actions of the program from outside, with their times.
  var actions: [(second: Second, code: String)] = []
  /// The time at which the run ended.
  var end: Second = 0

  /// Returns the index of the row of a place.
  mutating func row(ofPlace name: String) -> Int {
    let known = rows.firstIndex { row in
      if case .place(name, _) = row { true } else { false }
    }
    if let known { return known }
    rows.append(.place(name, []))
    return rows.count - 1
  }

  /// Records a call of a closure.
  mutating func add(_ closure: String, inPlace name: String, at second: Second) {
    let index = row(ofPlace: name)
    guard case .place(_, var calls) = rows[index] else { return }
    if let last = calls.last, last.second == second {
      calls[calls.count - 1].closures += ", \(closure)"
    } else {
      calls.append((second, closure))
    }
    rows[index] = .place(name, calls)
  }

  /// Records the outcome of a future.
  mutating func settle(_ index: Int, _ outcome: Outcome, at second: Second) {
    switch rows[index] {
    case .work(var line):
      line.end = (second, outcome)
      rows[index] = .work(line)
    case .result(var line):
      line.end = (second, outcome)
      rows[index] = .result(line)
    case .code, .place: break
    }
  }

  /// The rows, with the results of each piece of code after the work that it started, and with
  /// places at the end.
  var arranged: [Row] {
    var arranged: [Row] = []
    var results: [Row] = []
    var places: [Row] = []
    for row in rows {
      switch row {
      case .result: results.append(row)
      case .code:
        arranged += results + [row]
        results = []
      case .work: arranged.append(row)
      case .place: places.append(row)
      }
    }
    return arranged + results + places
  }
}
