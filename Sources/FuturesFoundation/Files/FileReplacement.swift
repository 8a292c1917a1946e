package import Foundation

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Glibc)
internal import Glibc
#endif

/// A replacement of the content of a file, all at once or not at all.
///
/// The content is written to another file in the same folder, flushed to the disk, and moved over
/// the old file, which is one step for the file system. Whatever fails before that leaves the old
/// file unchanged. If the process is killed, the other file remains until the next replacement.
package struct FileReplacement {
  private let target: URL
  private var path: String { target.path }

  /// Creates a replacement of a file, or of the destination of a link.
  ///
  /// - Throws: A ``FileError`` if links form a cycle.
  package init(of url: URL) throws { target = try SystemFile.destination(of: url) }

  /// Writes the content.
  ///
  /// - Parameters:
  ///   - data: The content.
  ///   - progress: Called with the number of bytes written so far; an error that it throws stops
  ///     the writing.
  /// - Throws: A ``FileError``, or the error of `progress`.
  package func write(_ data: Data, progress: (Int) throws -> Void) throws {
    switch FileKind.of(path) {
    case .regular?: try replace(with: data, progress)
    case .folder?: throw FileError(.save, path, errno: EISDIR)
    case .special?:
      let handle = try SystemFile.openSpecial(path)
      try write(data, to: handle, progress)
      try close(handle)
    case nil:
      try SystemFile.createFolder(of: target)
      try replace(with: data, progress)
    }
  }

  private func replace(with data: Data, _ progress: (Int) throws -> Void) throws {
    let other = try ScratchFile(beside: target, suffix: "saving")
    do {
      try write(data, to: other.handle, progress)
      SystemFile.takeOverPermissions(of: path, by: other.handle)
      try SystemFile.move(other.path, over: path)
    } catch {
      SystemFile.remove(other.path)
      try? other.handle.close()
      throw error
    }
    try close(other.handle)
  }

  private func write(
    _ data: Data,
    to handle: FileHandle,
    _ progress: (Int) throws -> Void
  ) throws {
    var written = 0
    do {
      while written < data.count {
        try progress(written)
        let rest = data.dropFirst(written).prefix(1 << 20)
        try SystemFile.write(rest, to: handle)
        written += rest.count
      }
      try progress(written)
      try SystemFile.synchronize(handle, for: path)
    } catch let error where error is CancellationError || error is FileError {
      throw error
    } catch {
      throw FileError(.save, path, error)
    }
  }

  private func close(_ handle: FileHandle) throws {
    do {
      try handle.close()
    } catch {
      throw FileError(.save, path, error)
    }
  }
}
