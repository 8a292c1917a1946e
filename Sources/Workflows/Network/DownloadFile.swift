public import Foundation
internal import Futures
public import Transfers

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A step that loads the response to a request into a file, and returns the file.
///
/// ```swift
/// DownloadFile(url, to: file)                // a certain page
/// DownloadFile(to: file)                     // the request that it receives
/// DownloadFile { (map: Map) in (map.request, folder.appendingPathComponent(map.name)) }
///
/// DownloadFile(url, to: file).retry(.transfers(attempts: 5))
/// ```
///
/// The body is written as it arrives and not collected in memory. The old file stays unchanged
/// until the new content is complete and on the disk. Missing folders are created.
///
/// If the transfer ends early, the part that has arrived stays next to the file, in a hidden file
/// whose name ends in `.part`, with a note about its source. The next attempt continues it, whether
/// in a retry, another run or another process, if the server confirms that the content is
/// unchanged. Otherwise the download starts from the beginning. The article "Resuming downloads" of
/// the module `Transfers` lists the guarantees.
///
/// In all other respects this step behaves like ``FetchData``.
public struct DownloadFile<Input: Sendable>: Step, OutlinedStep {
  private let session: TransferSession
  private let options: TransferOptions
  private let isResuming: Bool
  private let locate: @Sendable (Input) throws -> (request: URLRequest, file: URL)

  /// Creates a step that loads the request and the file that a closure returns.
  ///
  /// - Parameters:
  ///   - session: The session that performs the transfer.
  ///   - isResuming: Whether to continue an interrupted download, and to keep the part of one
  ///     that is interrupted.
  ///   - options: The limits, and whether an error status fails the transfer.
  ///   - locate: Returns the request and the file, from the input of the step; called once for each
  ///     attempt.
  public init(
    session: TransferSession = .shared,
    resuming isResuming: Bool = true,
    options: TransferOptions = TransferOptions(),
    _ locate: @escaping @Sendable (_ input: Input) throws -> (request: URLRequest, file: URL)
  ) {
    self.session = session
    self.isResuming = isResuming
    self.options = options
    self.locate = locate
  }

  /// The name of the step in messages and traces.
  public var name: String { "DownloadFile" }

  /// Loads the file.
  ///
  /// - Parameters:
  ///   - input: The input of the closure; otherwise ignored.
  ///   - context: The context of the step, which receives the progress in bytes.
  /// - Returns: The file.
  /// - Throws: An error of ``FetchData/run(_:in:)``; a `FileError` if the file cannot be written; a
  ///   `TransferError` if the server continues at a wrong position.
  public nonisolated(nonsending) func run(
    _ input: Input,
    in context: StepContext
  ) async throws -> URL {
    let (request, file) = try locate(input)
    return try await context.transfer(
      session.download(
        for: request,
        to: file,
        resuming: isResuming,
        options: options,
        cancellation: context.cancellation
      ) { progress in context.report(progress) }
    )
  }
}

extension DownloadFile where Input == Void {
  /// Creates a step that loads the response to a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - file: The file.
  ///   - session: The session that performs the transfer.
  ///   - isResuming: Whether to continue an interrupted download, and to keep the part of one
  ///     that is interrupted.
  ///   - options: The limits, and whether an error status fails the transfer.
  public init(
    _ request: URLRequest,
    to file: URL,
    session: TransferSession = .shared,
    resuming isResuming: Bool = true,
    options: TransferOptions = TransferOptions()
  ) {
    self.init(session: session, resuming: isResuming, options: options) { (request, file) }
  }

  /// Creates a step that loads a URL.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - file: The file.
  ///   - session: The session that performs the transfer.
  ///   - isResuming: Whether to continue an interrupted download, and to keep the part of one
  ///     that is interrupted.
  ///   - options: The limits, and whether an error status fails the transfer.
  public init(
    _ url: URL,
    to file: URL,
    session: TransferSession = .shared,
    resuming isResuming: Bool = true,
    options: TransferOptions = TransferOptions()
  ) {
    let request = URLRequest(url: url)
    self.init(request, to: file, session: session, resuming: isResuming, options: options)
  }
}

extension DownloadFile where Input == URLRequest {
  /// Creates a step that loads the response to the request that it receives.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - session: The session that performs the transfer.
  ///   - isResuming: Whether to continue an interrupted download, and to keep the part of one
  ///     that is interrupted.
  ///   - options: The limits, and whether an error status fails the transfer.
  public init(
    to file: URL,
    session: TransferSession = .shared,
    resuming isResuming: Bool = true,
    options: TransferOptions = TransferOptions()
  ) {
    self.init(session: session, resuming: isResuming, options: options) { ($0, file) }
  }
}
