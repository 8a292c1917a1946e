import AppLinksServer
import Foundation

/// A file that the command line names.
enum InputFile {
  static func bytes(at path: String) throws(SetupError) -> [UInt8] {
    do {
      return [UInt8](try Data(contentsOf: URL(filePath: path)))
    } catch {
      throw SetupError("'\(path)' cannot be read: \(error.localizedDescription)")
    }
  }
}
