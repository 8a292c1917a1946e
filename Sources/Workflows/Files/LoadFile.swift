public import Foundation
internal import Futures
internal import FuturesFoundation

/// A step that reads a file.
///
/// ```swift
/// LoadFile(url)                              // a certain file
/// LoadFile()                                 // the one whose URL comes in
/// LoadFile { (name: String) in folder.appendingPathComponent(name) }
/// ```
///
/// It is the successor of BkTask's `BKTFileLoadingOperation`. The reading options belong to the
/// step and its copies.
public struct LoadFile<Input: Sendable>: Step, OutlinedStep {
  package let options: Data.ReadingOptions
  package let maximumBytes: Int?
  private let locate: @Sendable (Input) throws -> URL

  /// Creates a step that reads the file that a closure returns.
  ///
  /// - Parameters:
  ///   - options: The options for reading the file. Without options the file is read in pieces,
  ///     with progress. Pipes and devices are read without options.
  ///   - maximumBytes: The size of the largest accepted file, in bytes; `nil` for no limit. A
  ///     larger file fails the step with the code `EFBIG`. Set a limit for files that you do not
  ///     control: a device such as `/dev/zero` has no end.
  ///   - locate: Returns the file, from the input of the step.
  public init(
    options: Data.ReadingOptions = [],
    maximumBytes: Int? = nil,
    at locate: @escaping @Sendable (_ input: Input) throws -> URL
  ) {
    self.options = options
    self.maximumBytes = maximumBytes
    self.locate = locate
  }

  /// The name of the step in messages and traces.
  public var name: String { "LoadFile" }

  /// Reads the file, on its own thread.
  ///
  /// At most 64 files are read and saved at the same time, and as many pipes and devices. A pipe is
  /// read until the last process that writes to it closes it; the step waits for the first writer,
  /// until it is cancelled.
  ///
  /// - Parameters:
  ///   - input: The input of the closure; otherwise ignored.
  ///   - context: The context of the step, which receives the progress in bytes.
  /// - Returns: The content of the file.
  /// - Throws: A `FileError` with path and reason; `CancellationError` if the step was cancelled;
  ///   the error of the closure.
  public nonisolated(nonsending) func run(
    _ input: Input,
    in context: StepContext
  ) async throws -> Data {
    let url = try locate(input)
    let limit = max(0, maximumBytes ?? .max)
    let (file, data) = try await context.blocking { [options] token -> (FileReading, Data?) in
      let file = try FileReading(of: url)
      if file.mayWait { return (file, nil) }
      if !options.isEmpty, let size = file.size, size <= limit {
        do {
          return (file, try Data(contentsOf: url, options: options))
        } catch {
          throw FileError(.load, url.path, error)
        }
      }
      let data = try file.read(upTo: limit, cancellation: token) { count in
        context.report(Int64(count), of: Int64(file.size ?? 0))
      }
      return (file, data)
    }
    if let data { return data }
    // Limited separately from files, so that pipes without a writer do not block files.
    return try await context.blocking(in: FileThreads.waitingPlaces) { token in
      try file.read(upTo: limit, cancellation: token) { _ in }
    }
  }
}

extension LoadFile where Input == Void {
  /// Creates a step that reads a file.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - options: The options for reading the file. Without options the file is read in pieces,
  ///     with progress.
  ///   - maximumBytes: The size of the largest accepted file, in bytes; `nil` for no limit.
  public init(_ url: URL, options: Data.ReadingOptions = [], maximumBytes: Int? = nil) {
    self.init(options: options, maximumBytes: maximumBytes) { url }
  }
}

extension LoadFile where Input == URL {
  /// Creates a step that reads the file whose URL it receives.
  ///
  /// - Parameters:
  ///   - options: The options for reading the file. Without options the file is read in pieces,
  ///     with progress.
  ///   - maximumBytes: The size of the largest accepted file, in bytes; `nil` for no limit.
  public init(options: Data.ReadingOptions = [], maximumBytes: Int? = nil) {
    self.init(options: options, maximumBytes: maximumBytes) { url in url }
  }
}
