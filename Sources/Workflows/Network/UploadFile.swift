public import Foundation
internal import Futures
public import Transfers

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A step that sends a file as the body of a request and returns the body of the response.
///
/// ```swift
/// UploadFile(file, for: request)             // a certain file
/// UploadFile(for: request)                   // the one whose URL comes in
/// UploadFile(for: request) { (name: String) in folder.appendingPathComponent(name) }
/// UploadFile { (photo: Photo) in (photo.request, photo.file) }
/// ```
///
/// The file is read while it is sent, so its size does not affect memory use; on Linux, files of up
/// to 16 MiB are read at once. The file must not change during the upload. Sending is the first
/// half of the progress, and the response the second. In all other respects this step behaves like
/// ``FetchData``.
public struct UploadFile<Input: Sendable>: Step, OutlinedStep {
  private let session: TransferSession
  private let options: TransferOptions
  private let locate: @Sendable (Input) throws -> (request: URLRequest, file: URL)

  /// Creates a step that sends the request and the file that a closure returns.
  ///
  /// - Parameters:
  ///   - session: The session that performs the transfer.
  ///   - options: The limits, and whether an error status fails the transfer.
  ///   - locate: Returns the request and the file, from the input of the step; called once for each
  ///     attempt. The request's own body is ignored. A `GET`, which has no body, is sent as
  ///     `POST`.
  public init(
    session: TransferSession = .shared,
    options: TransferOptions = TransferOptions(),
    _ locate: @escaping @Sendable (_ input: Input) throws -> (request: URLRequest, file: URL)
  ) {
    self.session = session
    self.options = options
    self.locate = locate
  }

  /// Creates a step that sends the file that a closure returns.
  ///
  /// - Parameters:
  ///   - request: The request. Its own body is ignored. A `GET`, which has no body, is sent as
  ///     `POST`.
  ///   - session: The session that performs the transfer.
  ///   - options: The limits, and whether an error status fails the transfer.
  ///   - locate: Returns the file, from the input of the step; called once for each attempt.
  public init(
    for request: URLRequest,
    session: TransferSession = .shared,
    options: TransferOptions = TransferOptions(),
    at locate: @escaping @Sendable (_ input: Input) throws -> URL
  ) {
    self.init(session: session, options: options) { input in (request, try locate(input)) }
  }

  /// The name of the step in messages and traces.
  public var name: String { "UploadFile" }

  /// Sends the file.
  ///
  /// - Parameters:
  ///   - input: The input of the closure; otherwise ignored.
  ///   - context: The context of the step.
  /// - Returns: The body of the response.
  /// - Throws: A `FileError` if the file cannot be read, and an error of ``FetchData/run(_:in:)``.
  public nonisolated(nonsending) func run(
    _ input: Input,
    in context: StepContext
  ) async throws -> Data {
    let (request, file) = try locate(input)
    return try await context.transfer(
      session.upload(
        fromFile: file,
        for: request.takingBody,
        options: options,
        cancellation: context.cancellation
      ) { progress in context.report(progress) }
    )
  }
}

extension UploadFile where Input == Void {
  /// Creates a step that sends a file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - request: The request. Its own body is ignored. A `GET`, which has no body, is sent as
  ///     `POST`.
  ///   - session: The session that performs the transfer.
  ///   - options: The limits, and whether an error status fails the transfer.
  public init(
    _ file: URL,
    for request: URLRequest,
    session: TransferSession = .shared,
    options: TransferOptions = TransferOptions()
  ) {
    self.init(for: request, session: session, options: options) { file }
  }
}

extension UploadFile where Input == URL {
  /// Creates a step that sends the file whose URL it receives.
  ///
  /// - Parameters:
  ///   - request: The request. Its own body is ignored. A `GET`, which has no body, is sent as
  ///     `POST`.
  ///   - session: The session that performs the transfer.
  ///   - options: The limits, and whether an error status fails the transfer.
  public init(
    for request: URLRequest,
    session: TransferSession = .shared,
    options: TransferOptions = TransferOptions()
  ) {
    self.init(for: request, session: session, options: options) { file in file }
  }
}

extension URLRequest {
  /// The same request with a method that takes a body.
  var takingBody: URLRequest {
    var request = self
    if httpMethod ?? "GET" == "GET" { request.httpMethod = "POST" }
    return request
  }
}
