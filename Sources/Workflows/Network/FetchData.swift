public import Foundation
internal import Futures
public import Transfers

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A step that loads the response to a request into memory.
///
/// ```swift
/// FetchData(url)                             // a certain page
/// FetchData()                                // the request that it receives
/// FetchData { (city: City) in service.forecast(for: city) }
///
/// FetchData(url).retry(.transfers(attempts: 4)).timeout(.seconds(30))
/// ```
///
/// The step reports its progress in bytes, if the server announces their number. Cancelling the
/// step closes the connection. The response is available under ``RunKey/response``, even if its
/// status fails the step.
///
/// On Linux, the shared session is for servers that you trust. For others, pass one over the back
/// end of the product `TransfersHTTPClient`.
///
/// It is the successor of BkTask's `BKTURLRequestOperation` and `BKTURLSessionLoadingOperation`.
/// Unlike those, it keeps the body of an error response only up to a limit, accepts responses that
/// are not HTTP, and stops the transfer whenever it is cancelled.
public struct FetchData<Input: Sendable>: Step, OutlinedStep {
  private let session: TransferSession
  private let options: TransferOptions
  private let makeRequest: @Sendable (Input) throws -> URLRequest

  /// Creates a step that sends the request that a closure returns.
  ///
  /// - Parameters:
  ///   - session: The session that performs the transfer.
  ///   - options: The limits, and whether an error status fails the transfer.
  ///   - request: Returns the request, from the input of the step; called once for each attempt.
  public init(
    session: TransferSession = .shared,
    options: TransferOptions = TransferOptions(),
    _ request: @escaping @Sendable (_ input: Input) throws -> URLRequest
  ) {
    self.session = session
    self.options = options
    makeRequest = request
  }

  /// The name of the step in messages and traces.
  public var name: String { "FetchData" }

  /// Loads the data.
  ///
  /// - Parameters:
  ///   - input: The input of the closure; otherwise ignored.
  ///   - context: The context of the step.
  /// - Returns: The body of the response.
  /// - Throws: An `HTTPStatusError` for a status of 400 or more, a `TransferError` for a body that
  ///   is incomplete or too large, a `URLError` if there was no connection or no response,
  ///   `CancellationError` if the step was cancelled, and the error of the closure.
  public nonisolated(nonsending) func run(
    _ input: Input,
    in context: StepContext
  ) async throws -> Data {
    try await context.transfer(
      session.data(
        for: makeRequest(input),
        options: options,
        cancellation: context.cancellation
      ) { progress in context.report(progress) }
    )
  }
}

extension FetchData where Input == Void {
  /// Creates a step that sends a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - session: The session that performs the transfer.
  ///   - options: The limits, and whether an error status fails the transfer.
  public init(
    _ request: URLRequest,
    session: TransferSession = .shared,
    options: TransferOptions = TransferOptions()
  ) {
    self.init(session: session, options: options) { request }
  }

  /// Creates a step that loads a URL.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - session: The session that performs the transfer.
  ///   - options: The limits, and whether an error status fails the transfer.
  public init(
    _ url: URL,
    session: TransferSession = .shared,
    options: TransferOptions = TransferOptions()
  ) {
    self.init(URLRequest(url: url), session: session, options: options)
  }
}

extension FetchData where Input == URLRequest {
  /// Creates a step that sends the request that it receives.
  ///
  /// - Parameters:
  ///   - session: The session that performs the transfer.
  ///   - options: The limits, and whether an error status fails the transfer.
  public init(
    session: TransferSession = .shared,
    options: TransferOptions = TransferOptions()
  ) {
    self.init(session: session, options: options) { request in request }
  }
}
