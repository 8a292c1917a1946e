import Foundation

/// A file that is deleted with this object.
final class TemporaryFile: Sendable {
  let url: URL

  init(_ content: String) throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("test-\(UUID().uuidString)")
    try Data(content.utf8).write(to: url)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
