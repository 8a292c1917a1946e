/// Options that determine which files a search compares, and how.
public struct SearchOptions: Sendable {
  /// Files smaller than this many bytes are left out; at 0, empty files are duplicates too.
  public var minimumSize: Int
  /// The number of files or folders to read at the same time.
  public var jobs: Int
  /// The number of bytes of each file that are compared before any file is read to its end.
  public var firstBlock: Int

  /// Creates options; by default, all files are compared, two at a time.
  public init(minimumSize: Int = 0, jobs: Int = 2, firstBlock: Int = 16 * 1024) {
    self.minimumSize = minimumSize
    self.jobs = jobs
    self.firstBlock = firstBlock
  }
}
