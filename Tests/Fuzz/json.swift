import Foundation
import JSONValues

/// The bytes are a text that may be JSON.
@_cdecl("LLVMFuzzerTestOneInput")
public func run(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = FuzzInput(data, count).rest
  do throws(JSONParseError) {
    let value = try JSONValue(parsing: bytes, maximumDepth: 256)
    requireRoundTrip(value)
    requirePrefix(bytes, value)
    requireAgreement(bytes)
  } catch {
    require(error.offset <= bytes.count, "the mistake is behind the end: \(error)")
    require(error.line >= 1 && error.column >= 1, "no such place: \(error)")
    require(!"\(error)".isEmpty, "an error without words")
    requireSameError(bytes, error)
  }
  return 0
}

/// What is written is read as the same value, and written in the same way again.
func requireRoundTrip(_ value: JSONValue) {
  do {
    let written = try value.encodedBytes(maximumDepth: 256)
    let again = try JSONValue(parsing: written, maximumDepth: 256)
    require(again == value, "\(value) became \(again)")
    let twice = try again.encodedBytes(maximumDepth: 256)
    require(twice == written, "\(value) is written in two ways")
  } catch {
    require(false, "\(value): \(error)")
  }
}

/// A text is also read up to its end, whatever follows.
func requirePrefix(_ bytes: [UInt8], _ value: JSONValue) {
  guard let prefix = try? JSONValue.parsePrefix(of: bytes + Array(" ]x".utf8), maximumDepth: 256)
  else { return require(false, "\(value) is not read if something follows") }
  require(prefix.value == value, "\(value) is read as \(prefix.value) if something follows")
  require(prefix.length <= bytes.count, "read too far")
}

/// Nothing after the mistake matters to it, so that a text cut there has it at the same place or at
/// the end.
func requireSameError(_ bytes: [UInt8], _ error: JSONParseError) {
  guard error.code == .unexpectedText, error.offset < bytes.count else { return }
  do throws(JSONParseError) {
    let cut = bytes.prefix(error.offset)
    _ = try JSONValue(parsing: cut, maximumDepth: 256)
    // What was complete and had text behind it.
  } catch let second {
    require(second.offset <= error.offset, "\(error), but \(second) if it ends there")
  }
}

/// What is JSON here is JSON for Foundation, which also takes some texts that are none.
func requireAgreement(_ bytes: [UInt8]) {
  // Foundation guesses UTF-16 and UTF-32 from byte order marks and NUL bytes.
  if bytes.contains(0) { return }
  do {
    _ = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
  } catch {
    require(false, "no JSON for Foundation: \(error)")
  }
}
