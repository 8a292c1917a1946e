package import Foundation
package import Futures

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Glibc)
internal import Glibc
#endif

/// A replacement of the content of a file, complete or not at all.
///
/// The content is written to another file in the same folder, flushed to the disk, and moved over
/// the old file, which is one step for the file system. Any failure before that leaves the old file
/// unchanged. If the process is killed, the other file remains until the next replacement.
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
  ///   - token: Stops the writing, even while a pipe or a device has no room.
  ///   - progress: Called with the number of bytes written so far.
  /// - Throws: A ``FileError``; `CancellationError` if the token is cancelled.
  package func write(
    _ data: Data,
    cancellation token: CancellationToken,
    progress: (Int) -> Void
  ) throws {
    switch FileKind.of(path) {
    case .regular?: try replace(with: data, token, progress)
    case .folder?: throw FileError(.save, path, errno: EISDIR)
    case .special?:
      let handle = try SystemFile.openSpecial(path, isBlocking: false)
      let wait = FileWait(until: token)
      try write(data, to: handle, token, progress) { rest in
        try SystemFile.write(rest.prefix(1 << 16), to: handle, waiting: wait)
      }
      try close(handle)
    case nil:
      try SystemFile.createFolder(of: target)
      try replace(with: data, token, progress)
    }
  }

  private func replace(
    with data: Data,
    _ token: CancellationToken,
    _ progress: (Int) -> Void
  ) throws {
    let other = try ScratchFile(beside: target, suffix: "saving")
    do {
      try write(data, to: other.handle, token, progress) { rest in
        let piece = rest.prefix(1 << 20)
        try SystemFile.write(piece, to: other.handle)
        return piece.count
      }
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
    _ token: CancellationToken,
    _ progress: (Int) -> Void,
    _ writePiece: (_ rest: Data) throws -> Int
  ) throws {
    func report(_ written: Int) throws {
      if token.isCancelled { throw CancellationError() }
      progress(written)
    }
    var written = 0
    do {
      while written < data.count {
        try report(written)
        written += try writePiece(data.dropFirst(written))
      }
      try report(written)
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
