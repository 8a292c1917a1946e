/// The progress of a search.
public struct SearchProgress: Sendable, Equatable {
  /// The stages of a search, in order.
  public enum Stage: Sendable {
    /// Folders are listed.
    case listing
    /// The first blocks of files of equal size are read.
    case beginnings
    /// Files that begin alike are read to their end.
    case contents
  }

  /// The current stage.
  public internal(set) var stage = Stage.listing
  /// The number of files found so far.
  public internal(set) var filesFound = 0
  /// The number of files to read in this stage.
  public internal(set) var filesToRead = 0
  /// The number of bytes to read in this stage.
  public internal(set) var bytesToRead = 0
  /// The number of bytes read so far in this stage.
  public internal(set) var bytesRead = 0
  /// The number of files and folders skipped so far.
  public internal(set) var problems = 0
}

extension SearchProgress: CustomStringConvertible {
  /// The progress in a few words, for one line of a terminal.
  public var description: String {
    let skipped = problems == 0 ? "" : ", \(problems) skipped"
    switch stage {
    case .listing:
      return "\(filesFound) files found\(skipped)"
    case .beginnings:
      return "comparing the beginnings of \(filesToRead) files\(bytes)\(skipped)"
    case .contents:
      return "comparing \(filesToRead) files\(bytes)\(skipped)"
    }
  }

  private var bytes: String { ", \(ByteCount(bytesRead)) of \(ByteCount(bytesToRead))" }
}
