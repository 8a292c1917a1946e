import DupesKit
import Foundation

/// A folder for the files of one test, removed together with this object.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("dupes-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  var path: BytePath { BytePath(url.path) }

  func path(_ name: String) -> BytePath { path.appending(name.utf8) }

  /// Writes a file, and the folders it lies in.
  func write(_ content: String, to names: String...) throws {
    for name in names {
      let file = url.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(content.utf8).write(to: file)
    }
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: url.appendingPathComponent(name))
  }

  func linkSymbolically(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: url.appendingPathComponent(name).path,
      withDestinationPath: target
    )
  }

  func linkHard(_ name: String, to target: String) throws {
    try FileManager.default.linkItem(
      at: url.appendingPathComponent(target),
      to: url.appendingPathComponent(name)
    )
  }

  func set(_ attribute: FileAttributeKey, of name: String, to value: Any) throws {
    try FileManager.default.setAttributes(
      [attribute: value],
      ofItemAtPath: url.appendingPathComponent(name).path
    )
  }
}
