package import Foundation

/// A file that is deleted when this object is released.
package final class TemporaryFile: Sendable {
  package let url: URL

  package init(_ content: String) throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("test-\(UUID().uuidString)")
    try Data(content.utf8).write(to: url)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
