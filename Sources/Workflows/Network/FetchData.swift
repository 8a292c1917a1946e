public import Foundation
internal import Futures
public import Transfers

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A step that loads what a request asks for.
///
/// ```swift
/// FetchData(url)                             // a certain page
/// FetchData()                                // the request that comes in
/// FetchData { (city: City) in service.forecast(for: city) }
///
/// FetchData(url).retry(.transfers(attempts: 4)).timeout(.seconds(30))
/// ```
///
/// The step reports bytes as progress, if the server says how many there are. When it is told to
/// stop, the connection is closed. The response travels along under ``RunKey/response``, also if
/// its status fails the step.
///
/// It is the successor of BkTask's `BKTURLRequestOperation` and `BKTURLSessionLoadingOperation`.
/// What is different: the body of a response with an error status is not loaded to its end but kept
/// up to a limit, responses need not be HTTP, and cancelling stops the transfer in every case.
public struct FetchData<Input: Sendable>: Step {
  private let session: TransferSession
  private let options: TransferOptions
  private let makeRequest: @Sendable (Input) throws -> URLRequest

  /// Makes a step that sends the request which a closure makes.
  ///
  /// - Parameters:
  ///   - session: What makes the transfer.
  ///   - options: The limits, and what to do about a status of 400 or more.
  ///   - request: Makes the request, from the input of the step; called once for each attempt.
  public init(
    session: TransferSession = .shared,
    options: TransferOptions = TransferOptions(),
    _ request: @escaping @Sendable (_ input: Input) throws -> URLRequest
  ) {
    self.session = session
    self.options = options
    makeRequest = request
  }

  /// What messages and traces call the step.
  public var name: String { "FetchData" }

  /// Loads the data.
  ///
  /// - Parameters:
  ///   - input: What the closure makes the request of; otherwise ignored.
  ///   - context: The context of the step.
  /// - Returns: The body of the response.
  /// - Throws: An `HTTPStatusError` for a status of 400 or more, a `TransferError` for a body that
  ///   is incomplete or too large, a `URLError` if there was no connection or no answer,
  ///   `CancellationError` if the step was told to stop, and what the closure throws.
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
  /// Makes a step that sends a certain request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - session: What makes the transfer.
  ///   - options: The limits, and what to do about a status of 400 or more.
  public init(
    _ request: URLRequest,
    session: TransferSession = .shared,
    options: TransferOptions = TransferOptions()
  ) {
    self.init(session: session, options: options) { request }
  }

  /// Makes a step that loads what a URL points to.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - session: What makes the transfer.
  ///   - options: The limits, and what to do about a status of 400 or more.
  public init(
    _ url: URL,
    session: TransferSession = .shared,
    options: TransferOptions = TransferOptions()
  ) {
    self.init(URLRequest(url: url), session: session, options: options)
  }
}

extension FetchData where Input == URLRequest {
  /// Makes a step that sends the request that comes in.
  ///
  /// - Parameters:
  ///   - session: What makes the transfer.
  ///   - options: The limits, and what to do about a status of 400 or more.
  public init(
    session: TransferSession = .shared,
    options: TransferOptions = TransferOptions()
  ) {
    self.init(session: session, options: options) { request in request }
  }
}
