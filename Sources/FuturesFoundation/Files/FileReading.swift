package import Foundation
package import Futures

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Glibc)
internal import Glibc
#endif

/// A file that is read in pieces, between which the reading can be stopped.
///
/// Opening a pipe does not wait for a process that writes to it; reading does.
package struct FileReading: Sendable {
  private let handle: FileHandle
  private let path: String

  /// The size of a regular file; `nil` for other files.
  package let size: Int?

  /// Whether reading may wait for another process.
  package var mayWait: Bool { size == nil }

  /// Opens a file, or the destination of a link.
  ///
  /// - Parameter url: The file.
  /// - Throws: A ``FileError``.
  package init(of url: URL) throws {
    guard url.isFileURL else {
      throw FileError(.load, path: url.absoluteString, reason: "It is not the URL of a file")
    }
    path = url.path
    handle = try SystemFile.open(path, O_RDONLY | O_NONBLOCK, for: path, operation: .load)
    var status = stat()
    if fstat(handle.fileDescriptor, &status) != 0 { throw FileError(.load, path, errno: errno) }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw FileError(.load, path, errno: EISDIR)
    case S_IFREG: size = Int(status.st_size)
    default: size = nil
    }
  }

  /// Reads the rest of the file.
  ///
  /// - Parameters:
  ///   - limit: The most bytes to read.
  ///   - token: Stops the reading, even while it waits for a pipe or a device.
  ///   - progress: Called after each piece with the number of bytes read so far.
  /// - Returns: The content of the file.
  /// - Throws: A ``FileError``, including if the file is longer than the limit; `CancellationError`
  ///   if the token is cancelled.
  package func read(
    upTo limit: Int,
    cancellation token: CancellationToken,
    progress: (Int) -> Void
  ) throws -> Data {
    let wait = mayWait ? FileWait(until: token) : nil
    if let size, size > limit { throw tooLarge(limit) }
    var data = Data()
    var piece = [UInt8](repeating: 0, count: min(1 << 20, max(size ?? 1 << 16, 1 << 12)))
    while true {
      if token.isCancelled { throw CancellationError() }
      try wait?.until(.reading, of: handle)
      let count = systemRead(handle.fileDescriptor, &piece, piece.count)
      if count < 0, errno == EAGAIN || errno == EINTR { continue }
      if count < 0 { throw FileError(.load, path, errno: errno) }
      if count == 0 { return data }
      if count > limit - data.count { throw tooLarge(limit) }
      data.append(contentsOf: piece[..<count])
      progress(data.count)
    }
  }

  private func tooLarge(_ limit: Int) -> FileError {
    FileError(.load, path: path, reason: "It is larger than \(limit) bytes", code: .EFBIG)
  }
}

/// `read`, for use where a method with that name hides it.
private func systemRead(_ descriptor: Int32, _ buffer: inout [UInt8], _ count: Int) -> Int {
  read(descriptor, &buffer, count)
}
