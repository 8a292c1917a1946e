import Foundation

/// The standard error of the program.
enum ErrorOutput {
  /// Writes a text, ignoring errors, because there is no other place to report them.
  static func write(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
