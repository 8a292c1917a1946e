public import Foundation
public import FuturesFoundation
internal import Futures

/// A step that saves data to a file and returns the data.
///
/// ```swift
/// let archive = Workflow("archive") {
///   FetchData(url)
///   SaveFile(file)
///   DecodeJSON<Article>()
/// }
/// ```
///
/// Missing folders are created. The file is replaced as a whole: the old file stays unchanged until
/// all data is on the disk, and even if the disk is full, the run is cancelled or the process ends.
/// A process that is killed while it saves may leave a hidden file whose name ends in `.saving`
/// next to the old one; the next save of the same file removes it. The new file has the permissions
/// of the old one. A symbolic link is followed. Anything other than a regular file, such as a
/// device, is written to and not replaced.
///
/// It is the successor of BkTask's `BKTFileSavingOperation`, which ignored errors;
/// ``FailurePolicy/keepGoing`` does the same.
public struct SaveFile: Step, OutlinedStep {
  /// A policy for a file that cannot be saved.
  public struct FailurePolicy: Hashable, Sendable {
    let isFatal: Bool

    /// The step fails.
    public static let fail = FailurePolicy(isFatal: true)

    /// The step returns its data and stores the error under ``RunKey/saveError``.
    public static let keepGoing = FailurePolicy(isFatal: false)
  }

  /// The file.
  public let url: URL

  private let failurePolicy: FailurePolicy

  /// Creates a step that saves to a file.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - failurePolicy: The policy for a file that cannot be saved.
  public init(_ url: URL, onFailure failurePolicy: FailurePolicy = .fail) {
    self.url = url
    self.failurePolicy = failurePolicy
  }

  /// Saves the data, on its own thread.
  ///
  /// - Parameters:
  ///   - data: The content of the file.
  ///   - context: The context of the step, which receives the progress in bytes.
  /// - Returns: The same data.
  /// - Throws: A `FileError` with path and reason; `CancellationError` if the step was cancelled
  ///   before the file was replaced, which leaves the old file unchanged.
  public nonisolated(nonsending) func run(
    _ data: Data,
    in context: StepContext
  ) async throws -> Data {
    do {
      let mayWait = try await context.blocking { [url] _ in FileKind.of(url.path) == .special }
      let places = mayWait ? FileThreads.waitingPlaces : FileThreads.places
      try await context.blocking(in: places) { [url] token in
        try FileReplacement(of: url).write(data, cancellation: token) { written in
          context.report(Int64(written), of: Int64(data.count))
        }
      }
    } catch let error as FileError where !failurePolicy.isFatal {
      context[.saveError] = error
    }
    return data
  }
}

extension RunKey where Value == FileError {
  /// The error of a ``SaveFile`` that keeps going.
  public static let saveError = RunKey("saveError")
}
