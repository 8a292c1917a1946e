/// A parser of cron expressions, which reports the position of a mistake.
struct CronParser {
  private struct Word {
    var characters: ArraySlice<Character>
    var text: String { String(characters) }
  }

  private let text: String
  private let characters: [Character]

  init(_ text: String) {
    self.text = text
    characters = Array(text)
  }

  mutating func expression() throws(CronSyntaxError) -> CronExpression {
    let words = characters.split { $0 == " " || $0 == "\t" }.map { Word(characters: $0) }
    guard let first = words.first else {
      throw error(0, "there is nothing. Write five fields, such as '0 9 * * mon-fri'.")
    }
    if first.characters.first == "@" { return try named(words) }
    if words.count > 5 {
      throw error(
        words[5].characters.startIndex,
        "there is a field too many. Write five: minute, hour, day, month and day of the week; "
          + "there are none for seconds and years."
      )
    }
    guard words.count == 5 else {
      let missing = CronUnit.allCases[words.count...].map(\.name).joined(separator: ", ")
      throw error(characters.count, "the text ends. These fields are missing: \(missing).")
    }
    return try expression(words, text: words.map(\.text).joined(separator: " "))
  }

  private func expression(
    _ words: [Word],
    text: String
  ) throws(CronSyntaxError) -> CronExpression {
    let expression = CronExpression(
      text: text,
      minutes: try field(.minute, words[0]),
      hours: try field(.hour, words[1]),
      days: try field(.day, words[2]),
      months: try field(.month, words[3]),
      weekdays: try field(.weekday, words[4])
    )
    // For example, the 31st of February.
    if expression.weekdays.isFree, !expression.hasDays {
      throw error(words[2].characters.startIndex, "no month of the expression has such a day.")
    }
    return expression
  }

  private func named(_ words: [Word]) throws(CronSyntaxError) -> CronExpression {
    let start = words[0].characters.startIndex
    if words.count > 1 {
      throw error(
        words[1].characters.startIndex,
        "something follows the name. A name stands alone, in place of all fields."
      )
    }
    let fields: String
    switch words[0].text.lowercased() {
    case "@yearly", "@annually": fields = "0 0 1 1 *"
    case "@monthly": fields = "0 0 1 * *"
    case "@weekly": fields = "0 0 * * 0"
    case "@daily", "@midnight": fields = "0 0 * * *"
    case "@hourly": fields = "0 * * * *"
    case "@reboot":
      throw error(start, "'@reboot' is no time. Submit a run when your process starts.")
    default:
      throw error(
        start,
        "the name is unknown. There are @hourly, @daily, @midnight, @weekly, @monthly, @yearly and "
          + "@annually."
      )
    }
    let parts = Array(fields).split(separator: " ").map { Word(characters: $0) }
    return try expression(parts, text: words[0].text)
  }

  // MARK: - Fields

  private func field(_ unit: CronUnit, _ word: Word) throws(CronSyntaxError) -> CronField {
    var field = CronField(isFree: word.characters.first == "*")
    let parts = word.characters.split(separator: ",", omittingEmptySubsequences: false)
    for part in parts {
      if part.isEmpty {
        throw error(
          part.startIndex,
          "a part of the list is empty. Write a value before and after each comma."
        )
      }
      let (range, step) = try steppedRange(unit, part)
      // Sunday is at both ends of a week.
      for value in stride(from: range.lowerBound, through: range.upperBound, by: step) {
        field.insert(unit == .weekday && value == 7 ? 0 : value)
      }
    }
    return field
  }

  private func steppedRange(
    _ unit: CronUnit,
    _ part: ArraySlice<Character>
  ) throws(CronSyntaxError) -> (range: ClosedRange<Int>, step: Int) {
    guard let slash = part.firstIndex(of: "/") else { return (try range(unit, part), 1) }
    let base = part[..<slash]
    let digits = part[(slash + 1)...]
    guard let step = number(digits) else {
      throw error(
        digits.startIndex,
        "a number has to follow the slash, as in '*/15'\(found(digits))."
      )
    }
    let limit = unit.last
    guard 1...limit ~= step else {
      throw error(
        digits.startIndex,
        "the step of a field '\(unit.name)' is from 1 to \(limit), not \(clipped(digits))."
      )
    }
    let range = try range(unit, base)
    let isValue = !base.contains("-") && base != ["*"]
    return (isValue ? range.lowerBound...max(range.lowerBound, unit.last) : range, step)
  }

  private func range(
    _ unit: CronUnit,
    _ part: ArraySlice<Character>
  ) throws(CronSyntaxError) -> ClosedRange<Int> {
    if part == ["*"] { return unit.range.lowerBound...unit.last }
    // A value may mistakenly begin with a sign.
    guard let dash = part.dropFirst().firstIndex(of: "-") else {
      let value = try value(unit, part)
      return value...value
    }
    var first = try value(unit, part[..<dash])
    let end = part[(dash + 1)...]
    if end.isEmpty {
      throw error(end.startIndex, "the end of the range is missing. Write it behind the dash.")
    }
    var last = try value(unit, end)
    // A range that ends with Sunday: 0 stands for 7, the end of the week.
    if unit == .weekday, last == 0, first > 0 { last = 7 }
    if unit == .weekday, first == 7, last < 7 { first = 0 }
    guard first <= last else {
      throw error(
        part.startIndex,
        "the range '\(String(part))' ends before it begins. Write two: "
          + "'\(String(part[..<dash]))-\(unit.last),\(unit.range.lowerBound)-\(String(end))'."
      )
    }
    return first...last
  }

  private func value(
    _ unit: CronUnit,
    _ part: ArraySlice<Character>
  ) throws(CronSyntaxError) -> Int {
    if let value = number(part), unit.range ~= value { return value }
    if let index = unit.names.firstIndex(of: String(part).lowercased()) {
      return unit.range.lowerBound + index
    }
    if part.isEmpty {
      throw error(part.startIndex, "a value is missing: \(unit.values).")
    }
    throw error(
      part.startIndex,
      "a value of the field '\(unit.name)' is \(unit.values), not '\(clipped(part))'."
    )
  }

  private func number(_ part: ArraySlice<Character>) -> Int? {
    guard 1...9 ~= part.count, part.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Int(String(part))
  }

  private func found(_ part: ArraySlice<Character>) -> String {
    part.isEmpty ? "" : ", not '\(clipped(part))'"
  }

  private func clipped(_ part: ArraySlice<Character>) -> String {
    let shown = part.prefix(20).map { character in
      character.unicodeScalars.contains { $0.properties.generalCategory == .control }
        ? "\u{FFFD}" : character
    }
    return String(shown) + (part.count > 20 ? "…" : "")
  }

  private func error(_ offset: Int, _ message: String) -> CronSyntaxError {
    CronSyntaxError(text: text, offset: offset, message: message)
  }
}
