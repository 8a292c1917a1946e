import AppLinks
import Foundation
import ToolSupport

/// A reader of pages from files and from standard input, in chunks.
enum LocalPage {
  /// The number of bytes in a chunk.
  static let chunkSize = 64 * 1024

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

  /// Returns the first line of standard input that is not blank, without surrounding white space.
  ///
  /// Nothing after the chunk that contains the end of the line is read.
  static func line(on console: Console) throws(ToolError) -> String {
    let limit = InboundLink.defaultMaximumLength
    var line: [UInt8] = []
    var isComplete = false
    try read(.standardInput, on: console) { piece in
      for byte in piece where !isComplete {
        if byte == 0x0A || byte == 0x0D {
          isComplete = !line.isEmpty
        } else if !line.isEmpty || byte != 0x20 && byte != 0x09 {
          line.append(byte)
        }
      }
      return !isComplete && line.count <= limit
    }
    guard line.count <= limit else {
      throw ToolError(.failed, "The URL is longer than \(limit) bytes. Send less data.")
    }
    return String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespaces)
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
