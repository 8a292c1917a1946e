/// The result of a search.
public struct DuplicateReport: Sendable, Equatable {
  /// The groups of equal files: largest waste first, equal waste in the order of the first paths.
  public let groups: [DuplicateGroup]
  /// The files and folders that could not be compared, in the bytewise order of the paths.
  public let problems: [FileProblem]

  /// The number of files in all groups.
  public var fileCount: Int { groups.reduce(0) { $0 + $1.paths.count } }

  /// The number of bytes that would be free if one file of each group were kept.
  public var waste: Int { groups.map(\.waste).total }
}

extension DuplicateReport {
  /// Groups files that were read to their end.
  init(of files: [HashedFile], problems: [FileProblem]) {
    groups = Dictionary(grouping: files, by: \.content)
      .filter { $0.value.count > 1 }
      .map { DuplicateGroup(of: $0.key, files: $0.value) }
      .sorted { $0.waste == $1.waste ? $0.paths[0] < $1.paths[0] : $0.waste > $1.waste }
    self.problems = problems
  }
}
