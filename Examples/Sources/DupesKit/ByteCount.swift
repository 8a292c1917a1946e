/// A number of bytes in readable form: `1 byte`, `512 bytes`, `4.2 kB`, `13 GB`.
struct ByteCount: CustomStringConvertible {
  let bytes: Int

  init(_ bytes: Int) {
    self.bytes = bytes
  }

  /// Units are powers of 1000; values below 10 get one decimal, and nothing depends on the locale.
  var description: String {
    if bytes < 1000 { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
    var value = Double(bytes) / 1000
    var units = ["kB", "MB", "GB", "TB", "PB", "EB"][...]
    while value >= 999.5 {
      value /= 1000
      units.removeFirst()
    }
    let number = value < 9.95 ? "\((value * 10).rounded() / 10)" : "\(Int(value.rounded()))"
    return "\(number) \(units[units.startIndex])"
  }
}
