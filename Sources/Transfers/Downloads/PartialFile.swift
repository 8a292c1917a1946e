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

/// A hidden file beside the destination of a download, with the part that has arrived.
///
/// The partial file has a name that a later download finds again, and a lock, so that two downloads
/// to one destination do not mix: the second one writes to a separate file, which no later download
/// continues. The lock ends with the process, however the process ends.
struct PartialFile: Sendable {
  private enum Kind {
    /// Under the name that later downloads find.
    case shared
    /// Under a name that no later download continues.
    case single
    /// The destination itself, which is not a regular file.
    case direct
  }

  let target: URL
  private let path: String
  private let handle: FileHandle
  private let kind: Kind

  /// Whether a later download would find the file.
  var isLasting: Bool { kind == .shared }

  /// The number of bytes that have arrived.
  var size: Int64 { kind == .direct ? 0 : SystemFile.size(of: handle) }

  /// Opens an existing partial file, or creates one.
  ///
  /// - Parameters:
  ///   - url: The destination.
  ///   - isLasting: Whether later downloads find the partial file.
  /// - Throws: A `FileError`.
  init(of url: URL, isLasting: Bool) throws {
    let target = try SystemFile.destination(of: url)
    self.target = target
    switch FileKind.of(target.path) {
    case .regular?: break
    case .folder?: throw FileError(.save, target.path, errno: EISDIR)
    case .special?:
      (path, kind) = (target.path, .direct)
      handle = try SystemFile.openSpecial(path)
      return
    case nil: try SystemFile.createFolder(of: target)
    }
    let flags = O_WRONLY | O_CREAT | O_APPEND
    let folder = target.deletingLastPathComponent()
    let name = ".\(target.lastPathComponent).part"
    // A name close to the longest allowed leaves no room for the suffix.
    if isLasting, DownloadNote.name(for: name).utf8.count <= Int(NAME_MAX) {
      let path = folder.appendingPathComponent(name).path
      // Other users may know the name, and may have put something else there.
      let careful = flags | O_NOFOLLOW | O_NONBLOCK
      while let handle = try? SystemFile.open(path, careful, for: target.path) {
        guard SystemFile.lock(handle) else { break }
        // The previous owner of the lock may have moved the file to its destination.
        if SystemFile.isCurrent(handle, at: path) {
          guard SystemFile.isOwn(handle) else { break }
          SystemFile.hideLike(target.path, handle)
          (self.path, self.handle, kind) = (path, handle, .shared)
          return
        }
      }
    }
    let scratch = try ScratchFile(beside: target, suffix: "part.new")
    (path, handle, kind) = (scratch.path, scratch.handle, .single)
  }

  /// Appends a part.
  func append(_ data: Data) throws {
    do {
      try SystemFile.write(data, to: handle)
    } catch {
      throw FileError(.save, target.path, error)
    }
  }

  /// Removes all parts.
  func clear() throws {
    DownloadNote.remove(beside: path)
    if kind != .direct { try truncate(to: 0) }
  }

  /// Removes the bytes after a position.
  func truncate(to size: Int64) throws {
    if ftruncate(handle.fileDescriptor, off_t(size)) != 0 {
      throw FileError(.save, target.path, errno: errno)
    }
  }

  /// Moves the file to its destination, and closes it.
  ///
  /// - Parameters:
  ///   - isOfUse: Whether a later download can continue the file if it cannot be moved.
  ///   - isUnwanted: Called when the content is on the disk; returns whether the file must not be
  ///     moved.
  /// - Throws: A `FileError`; `CancellationError` if the file is unwanted.
  func place(orLeave isOfUse: Bool = false, unless isUnwanted: () -> Bool) throws {
    if kind == .direct { return try close() }
    do {
      SystemFile.takeOverPermissions(of: target.path, by: handle)
      try SystemFile.synchronize(handle, for: target.path)
      if isUnwanted() { throw CancellationError() }
      try SystemFile.move(path, over: target.path)
      DownloadNote.remove(beside: path)
      try close()
    } catch {
      if isOfUse { leave() } else { remove() }
      throw error
    }
  }

  /// Closes the file, so that a later download can continue it.
  func leave() { try? handle.close() }

  /// Removes the file and its note.
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

  // MARK: The note

  /// The note about the file; `nil` if there is none, or it cannot be read.
  var note: DownloadNote? { isLasting ? DownloadNote(beside: path) : nil }

  /// Writes a note about the file.
  ///
  /// - Returns: Whether this succeeded; otherwise no download can continue the file.
  func write(_ note: DownloadNote) -> Bool {
    isLasting && note.write(beside: path, like: target.path)
  }
}
