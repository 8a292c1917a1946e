import Synchronization

/// The progress of one search, readable from any thread.
public final class SearchLog: Sendable {
  private struct State {
    var progress = SearchProgress()
    var problems: [FileProblem] = []
  }

  private let state = Mutex(State())

  /// Creates a log for one search.
  public init() {}

  /// The progress of the search.
  public var progress: SearchProgress { state.withLock(\.progress) }

  /// The skipped files and folders, in the bytewise order of the paths.
  var problems: [FileProblem] {
    state.withLock(\.problems).sorted { ($0.path, $0.reason) < ($1.path, $1.reason) }
  }

  func found(files: Int) {
    state.withLock { $0.progress.filesFound += files }
  }

  func begin(_ stage: SearchProgress.Stage, files: Int, bytes: Int) {
    state.withLock {
      $0.progress.stage = stage
      $0.progress.filesToRead = files
      $0.progress.bytesToRead = bytes
      $0.progress.bytesRead = 0
    }
  }

  func read(bytes: Int) {
    state.withLock { $0.progress.bytesRead += bytes }
  }

  func skipped(_ problems: [FileProblem]) {
    if problems.isEmpty { return }
    state.withLock {
      $0.problems += problems
      $0.progress.problems = $0.problems.count
    }
  }
}
