import Foundation

/// A file with one entry per line, to which several processes append, and which stays intact if one
/// of them ends.
nonisolated struct LineFile<Entry: Codable & Sendable>: Sendable {
  let url: URL

  /// Returns all entries, or none if the file does not exist.
  func entries() throws -> [Entry] {
    guard FileManager.default.fileExists(atPath: url.path) else { return [] }
    return try decode(Data(contentsOf: url))
  }

  /// Appends an entry that depends on the entries before it, while no other process appends one.
  func append(_ next: ([Entry]) throws -> Entry) throws {
    let descriptor = open(url.path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard flock(descriptor, LOCK_EX) == 0 else { throw POSIXError(.EDEADLK) }
    let entry = try next(decode(file.readToEnd() ?? Data()))
    try file.write(contentsOf: JSONEncoder().encode(entry) + Data("\n".utf8))
  }

  private func decode(_ data: Data) throws -> [Entry] {
    try data.split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Entry.self, from: $0)
    }
  }
}
