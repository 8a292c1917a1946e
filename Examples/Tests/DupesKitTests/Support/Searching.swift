import Futures
import Testing

@testable import DupesKit

extension TemporaryFolder {
  /// Searches this folder, or some in it.
  func report(
    on folders: [String]? = nil,
    options: SearchOptions = SearchOptions(),
    log: SearchLog = SearchLog()
  ) async throws -> DuplicateReport {
    let paths = folders?.map { path($0) } ?? [path]
    return try await findDuplicates(in: paths, options: options, log: log).value
  }

  /// The paths of each group, as they are below this folder.
  func names(in report: DuplicateReport) -> [[String]] {
    report.groups.map { $0.paths.map { name(of: $0) } }
  }

  /// A path as it is below this folder.
  func name(of path: BytePath) -> String {
    String(path.lossyText.dropFirst(url.path.count + 1))
  }
}
