import AppLinksPublishing
import ToolSupport

/// A file with a description of apps.
enum AppsFile {
  /// Reads a description.
  ///
  /// - Parameters:
  ///   - path: The file, or `-` for standard input.
  ///   - console: The console with the standard input.
  /// - Returns: The description.
  /// - Throws: A ``ToolError`` that names the file and the place of a mistake.
  static func description(
    at path: String,
    on console: Console
  ) throws(ToolError) -> AssociationDescription {
    let bytes = try LocalFile.bytes(at: path, on: console)
    do throws(AssociationDescriptionError) {
      return try AssociationDescription(parsing: bytes)
    } catch {
      let name = path == "-" ? "standard input" : path
      throw ToolError(.failed, "\(name): \(error.description)")
    }
  }
}

/// A file that is read completely.
enum LocalFile {
  /// The maximum number of bytes to read.
  static let maximumBytes = 64 << 20

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The file, or `-` for standard input.
  ///   - console: The console with the standard input.
  /// - Returns: Its content.
  /// - Throws: A ``ToolError`` if the file cannot be read or is too large.
  static func bytes(at path: String, on console: Console) throws(ToolError) -> [UInt8] {
    var bytes: [UInt8] = []
    try LocalPage.read(path == "-" ? .standardInput : .file(path), on: console) { piece in
      bytes += piece
      return bytes.count <= maximumBytes
    }
    if bytes.count > maximumBytes {
      throw ToolError(.failed, "'\(path)' has more than \(maximumBytes >> 20) MiB.")
    }
    return bytes
  }
}
