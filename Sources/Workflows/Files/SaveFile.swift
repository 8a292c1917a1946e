public import Foundation
public import FuturesFoundation
internal import Futures

/// A step that saves data to a file and passes it on.
///
/// ```swift
/// let archive = Workflow("archive") {
///   FetchData(url)
///   SaveFile(file)
///   DecodeJSON<Article>()
/// }
/// ```
///
/// Folders that are missing are made. The file is replaced as a whole: until all of the data is on
/// the disk, the old file stays as it is, and so it does if the disk is full, the run is cancelled
/// or the process ends. A process that is killed while it saves may leave a file with a name that
/// begins with a dot and ends in `.saving` beside the old one. Permissions of a file that is
/// replaced are kept, and a symbolic link is followed. What is no regular file, such as a device,
/// is written to and not replaced.
///
/// It is the successor of BkTask's `BKTFileSavingOperation`, which swallowed errors. That is still
/// to be had with ``FailurePolicy/keepGoing``.
public struct SaveFile: Step {
  /// What to do if the file cannot be saved.
  public struct FailurePolicy: Hashable, Sendable {
    let isFatal: Bool

    /// The step fails.
    public static let fail = FailurePolicy(isFatal: true)

    /// The step passes its data on all the same, and leaves the error under ``RunKey/saveError``.
    public static let keepGoing = FailurePolicy(isFatal: false)
  }

  /// The file.
  public let url: URL

  private let failurePolicy: FailurePolicy

  /// Makes a step that saves to a file.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - failurePolicy: What to do if the file cannot be saved.
  public init(_ url: URL, onFailure failurePolicy: FailurePolicy = .fail) {
    self.url = url
    self.failurePolicy = failurePolicy
  }

  /// Saves the data, on a thread of its own.
  ///
  /// - Parameters:
  ///   - data: The content of the file.
  ///   - context: The context of the step, which hears of the bytes written.
  /// - Returns: The same data.
  /// - Throws: A `FileError` with path and reason; `CancellationError` if the step was told to stop
  ///   before the file was replaced, which leaves the old file in place.
  public nonisolated(nonsending) func run(
    _ data: Data,
    in context: StepContext
  ) async throws -> Data {
    do {
      try await context.blocking { [url] isStopped in
        try FileReplacement(of: url).write(data) { written in
          if isStopped() { throw CancellationError() }
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
  /// Why a file could not be saved by a ``SaveFile`` that keeps going.
  public static let saveError = RunKey("saveError")
}
