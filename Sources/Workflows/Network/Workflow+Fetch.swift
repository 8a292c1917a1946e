public import Foundation
public import Transfers

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension Workflow where Input == Void, Output == Data {
  /// Returns a workflow that loads the response to a request.
  ///
  /// ```swift
  /// let page = try await Workflow.fetch(request).start().value
  /// ```
  ///
  /// It replaces BkTask's `taskWithRequest:` and `sessionTaskWithRequest:session:`.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - session: The session that performs the transfer.
  ///   - options: The limits, and whether an error status fails the transfer.
  /// - Returns: The workflow, to which you can append steps.
  public static func fetch(
    _ request: URLRequest,
    session: TransferSession = .shared,
    options: TransferOptions = TransferOptions()
  ) -> Workflow<Void, Data> {
    Workflow("fetch") { FetchData(request, session: session, options: options) }
  }

  /// Returns a workflow that loads a URL.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - session: The session that performs the transfer.
  ///   - options: The limits, and whether an error status fails the transfer.
  /// - Returns: The workflow, to which you can append steps.
  public static func fetch(
    _ url: URL,
    session: TransferSession = .shared,
    options: TransferOptions = TransferOptions()
  ) -> Workflow<Void, Data> {
    fetch(URLRequest(url: url), session: session, options: options)
  }
}

extension Workflow where Input == Void, Output: Decodable {
  /// Returns a workflow that loads the response to a request and decodes it.
  ///
  /// ```swift
  /// let forecast = try await Workflow.fetch(Forecast.self, for: request).start().value
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type to decode the body from JSON to.
  ///   - request: The request.
  ///   - session: The session that performs the transfer.
  ///   - options: The limits, and whether an error status fails the transfer.
  ///   - decoder: Creates a decoder; called once for each run.
  /// - Returns: The workflow, to which you can append steps.
  public static func fetch(
    _ type: Output.Type,
    for request: URLRequest,
    session: TransferSession = .shared,
    options: TransferOptions = TransferOptions(),
    decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
  ) -> Workflow<Void, Output> {
    Workflow("fetch") {
      FetchData(request, session: session, options: options)
      DecodeJSON(type, decoder: decoder)
    }
  }

  /// Returns a workflow that loads a URL and decodes the response.
  ///
  /// - Parameters:
  ///   - type: The type to decode the body from JSON to.
  ///   - url: The URL.
  ///   - session: The session that performs the transfer.
  ///   - options: The limits, and whether an error status fails the transfer.
  ///   - decoder: Creates a decoder; called once for each run.
  /// - Returns: The workflow, to which you can append steps.
  public static func fetch(
    _ type: Output.Type,
    from url: URL,
    session: TransferSession = .shared,
    options: TransferOptions = TransferOptions(),
    decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
  ) -> Workflow<Void, Output> {
    fetch(
      type,
      for: URLRequest(url: url),
      session: session,
      options: options,
      decoder: decoder
    )
  }
}
