import Foundation

/// The file of a store, which stays open when it is removed or replaced.
///
/// What is written into it then is lost.
package struct StoreFile: Sendable {
  private let path: String
  private let identity: [UInt64]?

  /// Creates the description of a file that is open.
  package init(_ path: String) {
    self.path = path
    identity = Self.identity(of: path)
  }

  /// Whether the file is still at its path.
  var isThere: Bool { Self.identity(of: path) == identity }

  private static func identity(of path: String) -> [UInt64]? {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    return [UInt64(truncatingIfNeeded: info.st_dev), UInt64(truncatingIfNeeded: info.st_ino)]
  }
}
