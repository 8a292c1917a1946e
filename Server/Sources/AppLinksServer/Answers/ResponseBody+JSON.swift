import Hummingbird
import JSONValues
import NIOCore

extension ResponseBody {
  /// Creates a body from a JSON value, followed by a newline.
  ///
  /// The server's numbers are finite and its values are not deeply nested, so encoding cannot fail.
  static func json(_ value: JSONValue) -> ResponseBody {
    ResponseBody(byteBuffer: ByteBuffer(string: value.text + "\n"))
  }
}

extension JSONValue {
  /// The value as text.
  var text: String { (try? encoded()) ?? "null" }

  /// Creates a string, or null.
  init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }

  /// Creates a number, or null.
  init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
}
