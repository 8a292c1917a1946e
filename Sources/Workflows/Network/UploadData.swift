public import Foundation
internal import Futures
public import Transfers

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A step that sends data as the body of a request and returns the body of the response.
///
/// ```swift
/// let publish = Workflow("publish") {
///   EncodeJSON(Article.self)
///   UploadData(for: request)                 // sends the data that comes in
/// }
/// UploadData { (draft: Draft) in (draft.request, draft.body) }
/// ```
///
/// Sending is the first half of its progress, and the response the second. In all other respects
/// this step behaves like ``FetchData``.
public struct UploadData<Input: Sendable>: Step, OutlinedStep {
  private let session: TransferSession
  private let options: TransferOptions
  private let compose: @Sendable (Input) throws -> (request: URLRequest, body: Data)

  /// Creates a step that sends the request and the body that a closure returns.
  ///
  /// - Parameters:
  ///   - session: The session that performs the transfer.
  ///   - options: The limits, and whether an error status fails the transfer.
  ///   - compose: Returns the request and its body, from the input of the step; called once for
  ///     each attempt. The request's own body is ignored. A `GET`, which has no body, is sent
  ///     as `POST`.
  public init(
    session: TransferSession = .shared,
    options: TransferOptions = TransferOptions(),
    _ compose: @escaping @Sendable (_ input: Input) throws -> (request: URLRequest, body: Data)
  ) {
    self.session = session
    self.options = options
    self.compose = compose
  }

  /// The name of the step in messages and traces.
  public var name: String { "UploadData" }

  /// Sends the data.
  ///
  /// - Parameters:
  ///   - input: The input of the closure, or the body of the request.
  ///   - context: The context of the step.
  /// - Returns: The body of the response.
  /// - Throws: An error of ``FetchData/run(_:in:)``.
  public nonisolated(nonsending) func run(
    _ input: Input,
    in context: StepContext
  ) async throws -> Data {
    let (request, body) = try compose(input)
    return try await context.transfer(
      session.upload(
        body,
        for: request.takingBody,
        options: options,
        cancellation: context.cancellation
      ) { progress in context.report(progress) }
    )
  }
}

extension UploadData where Input == Data {
  /// Creates a step that sends its input.
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
    self.init(session: session, options: options) { body in (request, body) }
  }
}
