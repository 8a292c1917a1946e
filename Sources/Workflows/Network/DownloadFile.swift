public import Foundation
internal import Futures
public import Transfers

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A step that loads what a request asks for into a file, and gives the file.
///
/// ```swift
/// DownloadFile(url, to: file)                // a certain page
/// DownloadFile(to: file)                     // the request that comes in
/// DownloadFile { (map: Map) in (map.request, folder.appendingPathComponent(map.name)) }
///
/// DownloadFile(url, to: file).retry(.transfers(attempts: 5))
/// ```
///
/// The body is written as it comes and not collected in memory. Until all of it is there and
/// on the disk, the old file stays as it is. Folders that are missing are made.
///
/// If the transfer ends early, what has arrived stays beside the file, under a name that begins
/// with a dot and ends in `.part`, with a note of where it is from. The next attempt, be it by a
/// retry, in another run or in another process, goes on behind it, if the server can tell that the
/// content is still the same. If it is not, or the server cannot go on, the file is loaded from the
/// beginning. `TransferSession.download` of FuturesFoundation says exactly when.
///
/// Otherwise it does as ``FetchData`` does.
public struct DownloadFile<Input: Sendable>: Step {
  private let session: TransferSession
  private let options: TransferOptions
  private let isResuming: Bool
  private let locate: @Sendable (Input) throws -> (request: URLRequest, file: URL)

  /// Makes a step that loads what a closure names.
  ///
  /// - Parameters:
  ///   - session: What makes the transfer.
  ///   - isResuming: Whether to go on where an earlier download was broken off, and to leave behind
  ///     what a later one can go on with.
  ///   - options: The limits, and what to do about a status of 400 or more.
  ///   - locate: Gives the request and the file, from the input of the step; called once for each
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

  /// What messages and traces call the step.
  public var name: String { "DownloadFile" }

  /// Loads the file.
  ///
  /// - Parameters:
  ///   - input: What the closure makes the request of; otherwise ignored.
  ///   - context: The context of the step, which hears of the bytes received.
  /// - Returns: The file.
  /// - Throws: What ``FetchData/run(_:in:)`` throws; a `FileError` if the file cannot be written; a
  ///   `TransferError` if the server goes on somewhere else than it was asked to.
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
  /// Makes a step that loads what a certain request asks for.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - file: The file.
  ///   - session: What makes the transfer.
  ///   - isResuming: Whether to go on where an earlier download was broken off, and to leave behind
  ///     what a later one can go on with.
  ///   - options: The limits, and what to do about a status of 400 or more.
  public init(
    _ request: URLRequest,
    to file: URL,
    session: TransferSession = .shared,
    resuming isResuming: Bool = true,
    options: TransferOptions = TransferOptions()
  ) {
    self.init(session: session, resuming: isResuming, options: options) { (request, file) }
  }

  /// Makes a step that loads what a URL points to.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - file: The file.
  ///   - session: What makes the transfer.
  ///   - isResuming: Whether to go on where an earlier download was broken off, and to leave behind
  ///     what a later one can go on with.
  ///   - options: The limits, and what to do about a status of 400 or more.
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
  /// Makes a step that loads what the request that comes in asks for.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - session: What makes the transfer.
  ///   - isResuming: Whether to go on where an earlier download was broken off, and to leave behind
  ///     what a later one can go on with.
  ///   - options: The limits, and what to do about a status of 400 or more.
  public init(
    to file: URL,
    session: TransferSession = .shared,
    resuming isResuming: Bool = true,
    options: TransferOptions = TransferOptions()
  ) {
    self.init(session: session, resuming: isResuming, options: options) { ($0, file) }
  }
}
