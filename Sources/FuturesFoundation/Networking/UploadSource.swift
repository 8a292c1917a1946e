package import Foundation

/// The source of the data of an upload task.
package enum UploadSource {
  /// The content of a small file.
  case content(Data)
  /// A file that is read while it is sent.
  case file(URL)

  /// Creates the source for a file.
  ///
  /// On Linux a session reads the file on another thread, and traps if the task has ended when a
  /// part arrives that the connection was waiting for. Small files are read at once, which avoids
  /// that.
  package init(_ file: URL) {
    self = .file(file)
    #if canImport(FoundationNetworking)
    let size = try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
    if let size, size <= UploadSource.smallSize, let content = try? Data(contentsOf: file) {
      self = .content(content)
    }
    #endif
  }

  /// The largest size of a small file, in bytes.
  private static let smallSize = 16 << 20
}
