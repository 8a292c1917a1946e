extension DuplicateReport: CustomStringConvertible {
  /// The report as readable text: each group with its paths, then the totals.
  public var description: String {
    groups.map { "\($0)\n" }.joined() + totals
  }

  private var totals: String {
    let groupCount = counted(groups.count, "group")
    return "\(groupCount), \(counted(fileCount, "file")), \(ByteCount(waste)) could be freed"
  }
}

extension DuplicateGroup: CustomStringConvertible {
  /// The group as readable text: sizes on the first line, then a line for each path.
  public var description: String {
    let heading = "\(paths.count) files of \(ByteCount(size)), \(ByteCount(waste)) could be freed"
    return paths.reduce(into: heading + "\n") { $0 += "  \($1)\n" }
  }
}

private func counted(_ count: Int, _ noun: String) -> String {
  count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}
