import Crypto

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A file with the SHA-256 of its content, or of its first bytes.
struct HashedFile: Sendable {
  /// The content that files share as far as they have been read.
  struct Content: Hashable, Sendable {
    let size: Int
    let digest: SHA256Digest
  }

  let file: FoundFile
  let content: Content
  /// Whether the digest covers the whole file.
  let isWhole: Bool

  /// Reads and hashes a file.
  ///
  /// - Parameters:
  ///   - file: the file, as the scan found it.
  ///   - limit: how many bytes to read at most.
  ///   - checkpoint: a closure called with the number of bytes after each read; an error that it
  ///     throws ends the work.
  /// - Throws: `FileProblem` when the file cannot be read or is not as the scan found it.
  init(_ file: FoundFile, upTo limit: Int = .max, checkpoint: (Int) throws -> Void) throws {
    let input = try OpenFile(file.path)
    var hasher = SHA256()
    var remaining = min(file.size, limit)
    try withUnsafeTemporaryAllocation(byteCount: Self.bufferSize, alignment: 16) { buffer in
      while remaining > 0 {
        let count = try input.fill(buffer, atMost: remaining)
        if count == 0 { break }
        hasher.update(bufferPointer: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        remaining -= count
        try checkpoint(count)
      }
    }
    guard remaining == 0, try input.stamp() == file.stamp else {
      throw FileProblem(file.path, "Changed while it was being compared")
    }
    self.file = file
    content = Content(size: file.size, digest: hasher.finalize())
    isWhole = limit >= file.size
  }

  private static let bufferSize = 64 * 1024
}

/// A file that is open for reading and closed when this value is destroyed.
private struct OpenFile: ~Copyable {
  let path: BytePath
  let descriptor: CInt

  /// Opens a file, but does not follow a symbolic link or wait for the writer of a pipe: something
  /// else may have replaced the file that the scan found.
  init(_ path: BytePath) throws(FileProblem) {
    self.path = path
    descriptor = open(path.nullTerminated, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    if descriptor < 0 { throw FileProblem(lastErrorAt: path) }
  }

  deinit { close(descriptor) }

  func fill(_ buffer: UnsafeMutableRawBufferPointer, atMost count: Int) throws(FileProblem) -> Int {
    while true {
      let got = read(descriptor, buffer.baseAddress, min(count, buffer.count))
      if got >= 0 { return got }
      if errno != EINTR { throw FileProblem(lastErrorAt: path) }
    }
  }

  func stamp() throws(FileProblem) -> FileStamp {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileProblem(lastErrorAt: path) }
    return FileStamp(status)
  }
}
