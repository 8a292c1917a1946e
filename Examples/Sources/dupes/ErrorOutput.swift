import Foundation

/// The standard error of the program.
enum ErrorOutput {
  /// Writes a text, or does without if it is closed or full: there is nobody left to tell.
  static func write(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
