/// The place in the source where a future was created.
///
/// Recorded in debug builds only.
public struct CreationSite: Sendable, CustomStringConvertible {
  /// The module and file, as `#fileID` gives them.
  public let fileID: StaticString
  /// The line in that file.
  public let line: UInt

  init(fileID: StaticString, line: UInt) {
    self.fileID = fileID
    self.line = line
  }

  /// The file and the line, separated by a colon.
  public var description: String { "\(fileID):\(line)" }
}
