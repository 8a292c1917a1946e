/// A regular file that the scan found.
struct FoundFile: Sendable {
  let path: BytePath
  let stamp: FileStamp

  var size: Int { stamp.size }
}

extension [FoundFile] {
  /// Returns each file once, under the bytewise first of its names, in the order of inodes.
  ///
  /// A file has several names if it has hard links or if one of the given folders contains another.
  /// Reading files in the order of inodes moves the head of a spinning disk less.
  func oncePerInode() -> [FoundFile] {
    sorted(by: FoundFile.precedes).reduce(into: []) { kept, file in
      if file.stamp.identity != kept.last?.stamp.identity { kept.append(file) }
    }
  }
}

extension FoundFile {
  fileprivate static func precedes(_ left: FoundFile, _ right: FoundFile) -> Bool {
    let (one, other) = (left.stamp.identity, right.stamp.identity)
    if one.device != other.device { return one.device < other.device }
    if one.inode != other.inode { return one.inode < other.inode }
    return left.path < right.path
  }
}
