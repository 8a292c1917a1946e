import AppLinks
import Foundation

/// A reader of pages from files and from standard input, in chunks.
enum LocalPage {
  /// The number of bytes in a chunk.
  static let chunkSize = 64 * 1024

  /// The maximum number of bytes of a page: 64 MiB.
  static let mostBytes = 64 * 1024 * 1024

  /// Reads a file, or standard input.
  ///
  /// - Parameters:
  ///   - reference: The page to read. It is not a URL.
  ///   - console: The console with standard input.
  ///   - consume: A closure that is called with each chunk and returns whether it needs more.
  /// - Throws: ``ToolError`` if the page cannot be read.
  static func read(
    _ reference: PageReference,
    on console: Console,
    _ consume: (_ bytes: [UInt8]) -> Bool
  ) throws(ToolError) {
    do {
      guard case .file(let path) = reference else {
        while case let bytes = try console.readInput(), !bytes.isEmpty, consume(bytes) {}
        return
      }
      let file = try FileHandle(forReadingFrom: URL(filePath: path))
      defer { try? file.close() }
      while let data = try file.read(upToCount: chunkSize), !data.isEmpty, consume([UInt8](data)) {}
    } catch {
      throw failure(reference, SystemReason(error))
    }
  }

  /// Returns the first line of standard input, without surrounding white space.
  static func line(on console: Console) throws(ToolError) -> String {
    var bytes: [UInt8] = []
    try read(.standardInput, on: console) { piece in
      bytes += piece
      return bytes.count < mostBytes
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).lazy
      .map { $0.trimmingCharacters(in: .whitespaces) }.first { !$0.isEmpty } ?? ""
  }

  /// Returns the error for an empty page, which usually results from a mistake.
  static func emptyPage(_ reference: PageReference) -> ToolError {
    guard case .file(let path) = reference else {
      return ToolError(
        .failed,
        "Standard input is empty. Pipe a page into it, or specify a file or a URL instead of '-'."
      )
    }
    return ToolError(.failed, "'\(path)' is empty. Specify a file that contains a page.")
  }

  private static func failure(_ reference: PageReference, _ reason: SystemReason) -> ToolError {
    guard case .file(let path) = reference else {
      return ToolError(.failed, "Standard input could not be read: \(reason).")
    }
    switch reason.number {
    case ENOENT, ENOTDIR:
      return ToolError(
        .failed,
        "The file '\(path)' does not exist. Check the path, or begin the URL of a web page with "
          + "'https://'."
      )
    case EISDIR: return ToolError(.failed, "'\(path)' is a folder. Specify a file in it.")
    default: return ToolError(.failed, "'\(path)' could not be read: \(reason).")
    }
  }
}
