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
public struct LoadFile<Input: Sendable>: Step {
  /// The options for reading the file.
  public let options: Data.ReadingOptions

  private let locate: @Sendable (Input) throws -> URL

  /// Creates a step that reads the file that a closure returns.
  ///
  /// - Parameters:
  ///   - options: The options for reading the file. Without options the file is read in pieces,
  ///     with progress.
  ///   - locate: Returns the file, from the input of the step.
  public init(
    options: Data.ReadingOptions = [],
    at locate: @escaping @Sendable (_ input: Input) throws -> URL
  ) {
    self.options = options
    self.locate = locate
  }

  /// The name of the step in messages and traces.
  public var name: String { "LoadFile" }

  /// Reads the file, on a thread of its own.
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
    return try await context.blocking { [options] isStopped in
      do {
        if !options.isEmpty { return try Data(contentsOf: url, options: options) }
        return try LoadFile.read(url, context, isStopped)
      } catch let error as CancellationError {
        throw error
      } catch {
        throw FileError(.load, url.path, error)
      }
    }
  }

  private static func read(
    _ url: URL,
    _ context: StepContext,
    _ isStopped: () -> Bool
  ) throws -> Data {
    let handle = try FileHandle(forReadingFrom: url)
    defer { try? handle.close() }
    let size = try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int ?? 0
    var data = Data()
    while let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty {
      if isStopped() { throw CancellationError() }
      data.append(piece)
      context.report(Int64(data.count), of: Int64(size))
    }
    return data
  }
}

extension LoadFile where Input == Void {
  /// Creates a step that reads a file.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - options: The options for reading the file. Without options the file is read in pieces,
  ///     with progress.
  public init(_ url: URL, options: Data.ReadingOptions = []) {
    self.init(options: options) { url }
  }
}

extension LoadFile where Input == URL {
  /// Creates a step that reads the file whose URL it receives.
  ///
  /// - Parameter options: The options for reading the file. Without options the file is read in
  ///   pieces, with progress.
  public init(options: Data.ReadingOptions = []) {
    self.init(options: options) { url in url }
  }
}
