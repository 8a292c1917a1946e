/// The bytes of one run, some of which choose what is done with the others.
struct FuzzInput {
  private var bytes: ArraySlice<UInt8>

  init(_ data: UnsafePointer<UInt8>?, _ count: Int) {
    bytes = Array(UnsafeBufferPointer(start: data, count: count))[...]
  }

  /// All bytes that are left.
  var rest: [UInt8] { Array(bytes) }

  /// The bytes that are left as text; what is not UTF-8 becomes U+FFFD.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Takes a byte; 0 at the end.
  mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

  /// Takes what is before the next NUL, and the NUL.
  mutating func field() -> String {
    let end = bytes.firstIndex(of: 0) ?? bytes.endIndex
    defer { bytes = bytes[end...].dropFirst() }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}

/// Ends the run as a crash if something does not hold.
func require(
  _ condition: Bool,
  _ message: @autoclosure () -> String,
  file: StaticString = #fileID,
  line: UInt = #line
) {
  if !condition { fatalError(message(), file: file, line: line) }
}

/// Whether two texts have the same bytes; `==` takes some different ones for equal.
func isSame(_ first: String?, _ second: String?) -> Bool {
  first.map { Array($0.utf8) } == second.map { Array($0.utf8) }
}
