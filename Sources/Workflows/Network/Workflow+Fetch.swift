public import Foundation
public import JSONValues
public import Transfers

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension Workflow where Input == Void, Output == Data {
  /// Makes a workflow that loads what a request asks for.
  ///
  /// ```swift
  /// let page = try await Workflow.fetch(request).start().value
  /// ```
  ///
  /// It takes the place of BkTask's `taskWithRequest:` and `sessionTaskWithRequest:session:`.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - session: What makes the transfer.
  ///   - options: The limits, and what to do about a status of 400 or more.
  /// - Returns: The workflow, to which more steps may be appended.
  public static func fetch(
    _ request: URLRequest,
    session: TransferSession = .shared,
    options: TransferOptions = TransferOptions()
  ) -> Workflow<Void, Data> {
    Workflow("fetch") { FetchData(request, session: session, options: options) }
  }

  /// Makes a workflow that loads what a URL points to.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - session: What makes the transfer.
  ///   - options: The limits, and what to do about a status of 400 or more.
  /// - Returns: The workflow, to which more steps may be appended.
  public static func fetch(
    _ url: URL,
    session: TransferSession = .shared,
    options: TransferOptions = TransferOptions()
  ) -> Workflow<Void, Data> {
    fetch(URLRequest(url: url), session: session, options: options)
  }
}

extension Workflow where Input == Void, Output: Decodable {
  /// Makes a workflow that loads what a request asks for and decodes it.
  ///
  /// ```swift
  /// let forecast = try await Workflow.fetch(Forecast.self, for: request).start().value
  /// ```
  ///
  /// - Parameters:
  ///   - type: What the body of the response is, as JSON.
  ///   - request: The request.
  ///   - session: What makes the transfer.
  ///   - options: The limits, and what to do about a status of 400 or more.
  ///   - decoder: Makes a decoder; called once for each run.
  /// - Returns: The workflow, to which more steps may be appended.
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

  /// Makes a workflow that loads what a URL points to and decodes it.
  ///
  /// - Parameters:
  ///   - type: What the body of the response is, as JSON.
  ///   - url: The URL.
  ///   - session: What makes the transfer.
  ///   - options: The limits, and what to do about a status of 400 or more.
  ///   - decoder: Makes a decoder; called once for each run.
  /// - Returns: The workflow, to which more steps may be appended.
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

extension Workflow where Input == Void, Output == JSONValue? {
  /// Makes a workflow that loads what a request asks for and parses it as JSON of any shape.
  ///
  /// It takes the place of BkTask's `taskWithJSONRequest:` and
  /// `sessionTaskWithJSONRequest:session:`.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - session: What makes the transfer.
  ///   - options: The limits, and what to do about a status of 400 or more.
  /// - Returns: The workflow, whose output is `nil` for an empty body.
  public static func fetchJSON(
    _ request: URLRequest,
    session: TransferSession = .shared,
    options: TransferOptions = TransferOptions()
  ) -> Workflow<Void, JSONValue?> {
    Workflow("fetch") {
      FetchData(request, session: session, options: options)
      ParseJSON()
    }
  }
}
