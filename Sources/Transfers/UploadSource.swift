internal import Foundation
internal import FuturesFoundation

/// The source of the data of an upload task.
enum UploadSource {
  /// The content of a small file.
  case content(Data)
  /// A file that is read while it is sent.
  case file(URL)

  /// Creates the source for a file.
  ///
  /// On Linux a session reads the file on another thread, and traps if the task has ended when a
  /// part arrives that the connection was waiting for. Small files are read before they are sent,
  /// which avoids this. A link counts as its target.
  init(_ file: URL) {
    self = .file(file)
    #if canImport(FoundationNetworking)
    if FileKind.of(file.path) == .regular, let handle = try? FileHandle(forReadingFrom: file),
      SystemFile.size(of: handle) <= UploadSource.smallSize,
      let content = try? handle.readToEnd() ?? Data()
    {
      self = .content(content)
    }
    #endif
  }

  /// The largest size of a small file, in bytes.
  private static let smallSize = Int64(16 << 20)
}
