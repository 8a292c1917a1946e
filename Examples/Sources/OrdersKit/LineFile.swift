import Foundation

/// A file with one entry per line, to which several processes append, and which stays intact if one
/// of them ends, or the disk is full.
nonisolated struct LineFile<Entry: Codable & Sendable>: Sendable {
  let url: URL

  /// Returns all entries, or none if the file does not exist.
  func entries() throws -> [Entry] {
    guard FileManager.default.fileExists(atPath: url.path) else { return [] }
    let data: Data
    do { data = try Data(contentsOf: url) } catch {
      throw LineFileError("cannot be read", url, error)
    }
    return try decode(whole(data))
  }

  /// Appends an entry that depends on the entries before it, while no other process appends one.
  ///
  /// It waits while another process appends, however long, without occupying a thread: that process
  /// may be suspended. The wait ends if the task is cancelled.
  func append(_ next: ([Entry]) throws -> Entry) async throws {
    let descriptor = open(url.path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw LineFileError("cannot be opened", url, systemError()) }
    // Closing it gives the lock back.
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK else {
        throw LineFileError("cannot be locked", url, systemError())
      }
      try await Task.sleep(for: .milliseconds(5))
    }
    // What is behind the last line is from a process that has ended in the middle.
    let lines = try whole(file.readToEnd() ?? Data())
    let entry = try next(decode(lines))
    do {
      try file.truncate(atOffset: UInt64(lines.count))
      try file.write(contentsOf: JSONEncoder().encode(entry) + Data("\n".utf8))
    } catch {
      try? file.truncate(atOffset: UInt64(lines.count))
      throw LineFileError("cannot be written", url, error)
    }
  }

  /// Returns the lines that have an end.
  private func whole(_ data: Data) -> Data {
    data.prefix(through: (data.lastIndex(of: UInt8(ascii: "\n")) ?? data.startIndex - 1))
  }

  private func decode(_ data: Data) throws -> [Entry] {
    try data.split(separator: UInt8(ascii: "\n")).enumerated().map { number, line in
      do { return try JSONDecoder().decode(Entry.self, from: line) } catch {
        throw LineFileError("has no entry of this program in line \(number + 1)", url, error)
      }
    }
  }

  private func systemError() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}

/// An error of the ledger of the bank or of the journal.
nonisolated struct LineFileError: Error, CustomStringConvertible {
  let description: String

  init(_ problem: String, _ file: URL, _ error: any Error) {
    let reason = (error as? POSIXError).map { "\($0.localizedDescription)" }
    description =
      "'\(file.path)' \(problem)\(reason.map { ": \($0)" } ?? ""). Check that it is a file of this "
      + "program that you may write, and that the disk has room, or name another '--folder'."
  }
}
