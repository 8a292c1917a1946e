internal import Foundation
internal import FuturesFoundation

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Glibc)
internal import Glibc
#endif

/// The information that a later download needs about a partial file.
struct DownloadNote: Codable, Equatable {
  /// The URL of the request.
  let url: String
  /// The validator of this version of the content.
  let validator: String
  /// The complete length, if the server has announced it.
  let length: Int64?

  init(url: String, validator: String, length: Int64?) {
    self.url = url
    self.validator = validator
    self.length = length
  }

  /// Returns the name, or the path, of the note about another file.
  static func name(for other: String) -> String { other + ".json" }

  /// Reads the note about a file; returns `nil` if there is none, if a killed process left it
  /// incomplete, or if another user created it.
  init?(beside path: String) {
    let path = DownloadNote.name(for: path)
    guard
      let handle = try? SystemFile.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, for: path),
      SystemFile.isOwn(handle),
      let data = try? handle.readToEnd(),
      let note = try? JSONDecoder().decode(DownloadNote.self, from: data)
    else { return nil }
    self = note
  }

  /// Writes the note about a file that has none.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - target: The path of the file that it will replace. Users who can read that file can read
  ///     the note.
  /// - Returns: Whether this succeeded; otherwise there is no note.
  func write(beside path: String, like target: String) -> Bool {
    let path = DownloadNote.name(for: path)
    // Written without a temporary file, which would remain if the process were killed. An
    // incomplete note is not valid JSON and counts as none.
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
    guard
      let data = try? JSONEncoder().encode(self),
      let handle = try? SystemFile.open(path, flags, for: path)
    else { return false }
    SystemFile.hideLike(target, handle)
    do {
      try handle.write(contentsOf: data)
      try handle.close()
      return true
    } catch {
      SystemFile.remove(path)
      return false
    }
  }

  static func remove(beside path: String) { SystemFile.remove(name(for: path)) }
}
