public import Foundation
internal import Futures
public import Transfers

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A step that sends a file as the body of a request and gives the answer.
///
/// ```swift
/// UploadFile(file, for: request)             // a certain file
/// UploadFile(for: request)                   // the one whose URL comes in
/// UploadFile(for: request) { (name: String) in folder.appendingPathComponent(name) }
/// ```
///
/// The file is read as it is sent, so its size does not matter for the memory (on Linux up to 16
/// MiB are read at once). It must not change meanwhile. Sending is the first half of the progress,
/// the answer the second. Otherwise it does as ``FetchData`` does.
public struct UploadFile<Input: Sendable>: Step {
  private let request: URLRequest
  private let session: TransferSession
  private let options: TransferOptions
  private let locate: @Sendable (Input) throws -> URL

  /// Makes a step that sends the file which a closure finds.
  ///
  /// - Parameters:
  ///   - request: The request. Its body is not used; its method is taken as `POST` if it is `GET`,
  ///     which has no body.
  ///   - session: What makes the transfer.
  ///   - options: The limits, and what to do about a status of 400 or more.
  ///   - locate: Gives the file, from the input of the step; called once for each attempt.
  public init(
    for request: URLRequest,
    session: TransferSession = .shared,
    options: TransferOptions = TransferOptions(),
    at locate: @escaping @Sendable (_ input: Input) throws -> URL
  ) {
    self.request = request.takingBody
    self.session = session
    self.options = options
    self.locate = locate
  }

  /// What messages and traces call the step.
  public var name: String { "UploadFile" }

  /// Sends the file.
  ///
  /// - Parameters:
  ///   - input: What the closure finds the file with; otherwise ignored.
  ///   - context: The context of the step.
  /// - Returns: The body of the response.
  /// - Throws: A `FileError` if the file cannot be read, and what ``FetchData/run(_:in:)`` throws.
  public nonisolated(nonsending) func run(
    _ input: Input,
    in context: StepContext
  ) async throws -> Data {
    let file = try locate(input)
    return try await context.transfer(
      session.upload(
        fromFile: file,
        for: request,
        options: options,
        cancellation: context.cancellation
      ) { progress in context.report(progress) }
    )
  }
}

extension UploadFile where Input == Void {
  /// Makes a step that sends a certain file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - request: The request. Its body is not used; its method is taken as `POST` if it is `GET`,
  ///     which has no body.
  ///   - session: What makes the transfer.
  ///   - options: The limits, and what to do about a status of 400 or more.
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
  /// Makes a step that sends the file whose URL comes in.
  ///
  /// - Parameters:
  ///   - request: The request. Its body is not used; its method is taken as `POST` if it is `GET`,
  ///     which has no body.
  ///   - session: What makes the transfer.
  ///   - options: The limits, and what to do about a status of 400 or more.
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
