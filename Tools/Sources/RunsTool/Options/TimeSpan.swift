import ArgumentParser

/// A duration on the command line, such as 90s, 15m, 12h or 30d.
enum TimeSpan {
  static func parse(_ text: String) throws -> Duration {
    let units = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), number < 10_000_000,
      let unit = units[String(text.dropFirst(digits.count))]
    else {
      throw ValidationError("Write a number and a unit, such as 90s, 15m, 12h or 30d.")
    }
    return .seconds(number * unit)
  }
}
