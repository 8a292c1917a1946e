public import Foundation
internal import Futures
public import Transfers

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A step that sends data as the body of a request and gives the answer.
///
/// ```swift
/// let publish = Workflow("publish") {
///   EncodeJSON(Article.self)
///   UploadData(for: request)
/// }
/// ```
///
/// Sending is the first half of its progress, the answer the second. Otherwise it does as
/// ``FetchData`` does.
public struct UploadData: Step {
  private let request: URLRequest
  private let session: TransferSession
  private let options: TransferOptions

  /// Makes a step that sends its input.
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
  /// - Throws: What ``FetchData/run(_:in:)`` throws.
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
