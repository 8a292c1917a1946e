#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DuplicateReport {
  /// Returns the groups as a JSON array, one group per line.
  ///
  /// JSON is Unicode: a path that is not valid UTF-8 has U+FFFD in place of the invalid bytes. A
  /// group with such a path also has `rawPaths`, the bytes of all its paths in Base64.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let lines = try groups.map { try $0.json(encoder) }
    return lines.isEmpty ? "[]" : "[\n" + lines.joined(separator: ",\n") + "\n]"
  }
}

extension DuplicateGroup {
  /// Returns the group as a JSON object with its members in a fixed order.
  fileprivate func json(_ encoder: JSONEncoder) throws -> String {
    func text(_ value: some Encodable) throws -> String {
      String(decoding: try encoder.encode(value), as: UTF8.self)
    }
    var members = [
      "\"size\":\(size)",
      "\"sha256\":\"\(sha256)\"",
      "\"paths\":\(try text(paths.map(\.lossyText)))",
    ]
    if paths.contains(where: { $0.text == nil }) {
      members.append("\"rawPaths\":\(try text(paths.map { Data($0.bytes) }))")
    }
    return "{" + members.joined(separator: ",") + "}"
  }
}
