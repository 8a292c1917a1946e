internal import Foundation
internal import Futures
internal import FuturesFoundation

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Glibc)
internal import Glibc
#endif

/// What has arrived of a file so far, in another file beside it.
///
/// The other file has a name that a later download finds again, and a lock, so that two downloads
/// to the same file do not mix: whoever comes second gets a file of its own, which nobody finds
/// again. The lock ends with the process, however that ends.
struct PartialFile: Sendable {
  private enum Kind {
    /// Under the name that others find.
    case shared
    /// Under a name that nobody finds.
    case single
    /// The target itself, which is no regular file.
    case direct
  }

  let target: URL
  private let path: String
  private let handle: FileHandle
  private let kind: Kind

  /// Whether a later download would find it.
  var isLasting: Bool { kind == .shared }

  /// How much of it there is.
  var size: Int64 { kind == .direct ? 0 : SystemFile.size(of: handle) }

  /// Opens what there is, or begins.
  ///
  /// - Parameters:
  ///   - url: The file in whose place it shall be put.
  ///   - isLasting: Whether a later download shall find it.
  /// - Throws: A `FileError`.
  init(of url: URL, isLasting: Bool) throws {
    let target = try SystemFile.destination(of: url)
    self.target = target
    switch FileKind.of(target.path) {
    case .regular?: break
    case .folder?: throw FileError(.save, target.path, errno: EISDIR)
    case .special?:
      (path, kind) = (target.path, .direct)
      handle = try SystemFile.open(path, O_WRONLY, for: path)
      return
    case nil: try SystemFile.createFolder(of: target)
    }
    let flags = O_WRONLY | O_CREAT | O_APPEND
    let folder = target.deletingLastPathComponent()
    let name = ".\(target.lastPathComponent).part"
    // A name that is nearly as long as may be leaves no room for one beside it.
    if isLasting, DownloadNote.name(for: name).utf8.count <= Int(NAME_MAX) {
      let path = folder.appendingPathComponent(name).path
      // Others may know the name, and may have put something else there.
      let careful = flags | O_NOFOLLOW | O_NONBLOCK
      while let handle = try? SystemFile.open(path, careful, for: target.path) {
        guard SystemFile.lock(handle) else { break }
        // Whoever had the lock before may have moved the file to its place.
        if SystemFile.isCurrent(handle, at: path) {
          guard SystemFile.isOwn(handle) else { break }
          SystemFile.hideLike(target.path, handle)
          (self.path, self.handle, kind) = (path, handle, .shared)
          return
        }
      }
    }
    path = folder.appendingPathComponent(".\(UUID().uuidString).part").path
    handle = try SystemFile.open(path, flags | O_EXCL, for: target.path)
    SystemFile.hideLike(target.path, handle)
    kind = .single
  }

  /// Adds to the end.
  func append(_ data: Data) throws {
    do {
      try handle.write(contentsOf: data)
    } catch {
      throw FileError(.save, target.path, error)
    }
  }

  /// Begins again.
  func clear() throws {
    DownloadNote.remove(beside: path)
    if kind != .direct, ftruncate(handle.fileDescriptor, 0) != 0 {
      throw FileError(.save, target.path, errno: errno)
    }
  }

  /// Puts it into the place of the target, and closes it.
  func place() throws {
    if kind == .direct { return try close() }
    do {
      SystemFile.takeOverPermissions(of: target.path, by: handle)
      try SystemFile.synchronize(handle, for: target.path)
      try SystemFile.move(path, over: target.path)
      DownloadNote.remove(beside: path)
      try close()
    } catch {
      remove()
      throw error
    }
  }

  /// Closes it, so that a later download may go on.
  func leave() { try? handle.close() }

  /// Removes it.
  func remove() {
    if kind != .direct {
      DownloadNote.remove(beside: path)
      SystemFile.remove(path)
    }
    try? handle.close()
  }

  private func close() throws {
    do {
      try handle.close()
    } catch {
      throw FileError(.save, target.path, error)
    }
  }

  // MARK: What it is a part of

  /// What was noted about it; `nil` if nothing, or nothing that can be read.
  var note: DownloadNote? { isLasting ? DownloadNote(beside: path) : nil }

  /// Notes what it is a part of.
  ///
  /// - Returns: Whether that worked; otherwise nobody can go on with it.
  func write(_ note: DownloadNote) -> Bool { isLasting && note.write(beside: path) }
}
