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
///   UploadData(for: request)
/// }
/// ```
///
/// Sending is the first half of its progress, and the response the second. In all other respects
/// this step behaves like ``FetchData``.
public struct UploadData: Step {
  private let request: URLRequest
  private let session: TransferSession
  private let options: TransferOptions

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
    self.request = request.takingBody
    self.session = session
    self.options = options
  }

  /// Sends the data.
  ///
  /// - Parameters:
  ///   - data: The body of the request.
  ///   - context: The context of the step.
  /// - Returns: The body of the response.
  /// - Throws: An error of ``FetchData/run(_:in:)``.
  public nonisolated(nonsending) func run(
    _ data: Data,
    in context: StepContext
  ) async throws -> Data {
    try await context.transfer(
      session.upload(
        data,
        for: request,
        options: options,
        cancellation: context.cancellation
      ) { progress in context.report(progress) }
    )
  }
}
