import AppLinks
import Foundation

/// Reads pages from files and from standard input, piece by piece.
enum LocalPage {
  /// How many bytes are read at once.
  static let chunkSize = 64 * 1024

  /// How many bytes of a page are read: 64 MiB.
  static let mostBytes = 64 * 1024 * 1024

  /// Reads a file, or standard input.
  ///
  /// - Parameters:
  ///   - reference: What to read; no URL.
  ///   - console: Where standard input comes from.
  ///   - consume: Called with each piece; it returns whether it wants more.
  /// - Throws: ``ToolError`` if it cannot be read.
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

  /// The first line of standard input, without white space around it.
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

  /// What to say about a page of no bytes, behind which there is usually a mistake.
  static func emptyPage(_ reference: PageReference) -> ToolError {
    guard case .file(let path) = reference else {
      return ToolError(
        .failed,
        "Standard input is empty. Pipe a page into it, or give a file or a URL in place of '-'."
      )
    }
    return ToolError(.failed, "'\(path)' is empty. Give a file with a page in it.")
  }

  private static func failure(_ reference: PageReference, _ reason: SystemReason) -> ToolError {
    guard case .file(let path) = reference else {
      return ToolError(.failed, "Standard input could not be read: \(reason).")
    }
    switch reason.number {
    case ENOENT, ENOTDIR:
      return ToolError(
        .failed,
        "There is no file '\(path)'. Check the path; for a page on the web begin with 'https://'."
      )
    case EISDIR: return ToolError(.failed, "'\(path)' is a folder. Give a file in it.")
    default: return ToolError(.failed, "'\(path)' could not be read: \(reason).")
    }
  }
}
