/// The values that a field of an expression allows.
struct CronField: Hashable, Sendable {
  /// A bit for each value.
  private var bits: UInt64 = 0
  /// Whether the text of the field begins with `*`.
  let isFree: Bool

  init(isFree: Bool) { self.isFree = isFree }

  mutating func insert(_ value: Int) { bits |= 1 << UInt64(value) }

  mutating func remove(_ value: Int) { bits &= ~(1 << UInt64(value)) }

  func contains(_ value: Int) -> Bool { bits & (1 << UInt64(value)) != 0 }

  /// Returns the first allowed value at or after a given one.
  func first(from value: Int) -> Int? {
    guard value < 64 else { return nil }
    let rest = bits >> UInt64(value)
    return rest == 0 ? nil : value + rest.trailingZeroBitCount
  }
}

/// The unit of a field of an expression.
enum CronUnit: Int, CaseIterable {
  case minute, hour, day, month, weekday

  /// The allowed values.
  var range: ClosedRange<Int> {
    switch self {
    case .minute: 0...59
    case .hour: 0...23
    case .day: 1...31
    case .month: 1...12
    case .weekday: 0...7
    }
  }

  /// The last of the values that `*` stands for.
  var last: Int { self == .weekday ? 6 : range.upperBound }

  /// The names of the values, beginning with the first one.
  var names: [String] {
    switch self {
    case .minute, .hour, .day: []
    case .month:
      ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    case .weekday: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
    }
  }

  var name: String {
    switch self {
    case .minute: "minute"
    case .hour: "hour"
    case .day: "day of the month"
    case .month: "month"
    case .weekday: "day of the week"
    }
  }

  /// The allowed values, for messages.
  var values: String {
    let numbers = "\(range.lowerBound) to \(range.upperBound)"
    guard let first = names.first, let last = names.last else { return numbers }
    return "\(numbers), or \(first) to \(last)"
  }
}
