internal import AppLinks
public import Foundation
internal import Futures
public import Transfers

/// A resolver that loads pages and reads the tags in them.
///
/// ```swift
/// let resolver = HTTPResolver()
/// let resolution = try await resolver.resolve(
///   URL(string: "https://shop.example/socks")!
/// )
/// print(resolution.metadata.targets(for: .phone))
/// ```
///
/// The request has the header `Prefer-Html-Meta-Tags: al`, which allows a server to send only the
/// tags. The resolver does not use a web view: it runs no scripts and loads no images or styles.
///
/// The resolver follows redirects itself and checks each one with the ``RedirectPolicy`` and the
/// `NetworkPolicy`. It does not follow a redirect with the status 300 or 304, without a
/// `Location`, or to anything other than an `http` or `https` page. In these cases the response
/// itself is the page.
///
/// If a response is not text, such as an image, only its header is loaded, and it has no tags. The
/// URL of an app, such as `shop://socks`, is not loaded: it resolves to that app.
///
/// This resolver replaces `BFWebViewAppLinkResolver` of Bolts.
public struct HTTPResolver: AppLinkPageResolving {
  package let options: Options

  let transport: any PageTransport
  private let clock: any Clock<Duration>

  /// Creates a resolver.
  ///
  /// - Parameters:
  ///   - options: What to request, and the limits.
  ///   - transport: The transport that loads the pages. On Linux, pass a session over the back end
  ///     of the product `TransfersHTTPClient` unless you trust the servers.
  ///   - clock: The clock that measures ``Options/timeout``.
  public init(
    options: Options = Options(),
    transport: any PageTransport = TransferSession.isolated(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.options = options
    self.transport = transport
    self.clock = clock
  }

  /// Resolves a URL.
  ///
  /// Cancelling the task closes the connection.
  ///
  /// - Parameter url: The URL of a page or of an app.
  /// - Returns: The content of the page.
  /// - Throws: An ``AppLinkResolveError``, or `CancellationError` if the task is cancelled.
  public nonisolated(nonsending) func resolve(_ url: URL) async throws -> AppLinkResolution {
    guard URLParts(url).isWeb else {
      return try AppLinkResolution(directTo: url, policy: options.schemes)
    }
    return try await inTime(url) { try await load(url).resolution }
  }

  /// Runs work for a URL within the time limit.
  nonisolated(nonsending) func inTime<Value: Sendable>(
    _ url: URL,
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let limit = options.timeout
    return try await withCancellationToken { token in
      try await Future.limited(
        to: limit,
        clock: clock,
        cancellation: token,
        orFail: AppLinkResolveError(
          .timedOut,
          url: url,
          message: "the page did not load completely within \(limit); try again later"
        )
      ) {
        Future(operation: work)
      }
      .value
    }
  }

  func load(_ url: URL, keptBytes: Int? = nil) async throws -> LoadedPage {
    var route = Route(from: url, policy: options.redirects)
    while true {
      let request = PageRequest(
        url: route.url,
        headers: headers(for: route.url, source: url),
        addresses: try await addresses(of: route.url),
        idleTimeout: options.idleTimeout
      )
      let receiver = PageReceiver(options: options.scanner, keptBytes: keptBytes) { [route] in
        route.target(of: $0) != nil
      }
      do {
        try await transport.load(request, into: receiver)
      } catch {
        throw resolveError(for: error, route.url)
      }
      guard let response = receiver.response else {
        throw AppLinkResolveError(
          .transferFailed,
          url: route.url,
          message: "the transport ended without a response; pass one to the receiver"
        )
      }
      if let location = response.location, try route.follow(location) { continue }
      return LoadedPage(
        resolution: try resolution(of: route, source: url, response, receiver.finish()),
        contentType: response["content-type"],
        body: receiver.body
      )
    }
  }

  private func resolution(
    of route: Route,
    source: URL,
    _ response: PageResponse,
    _ metadata: AppLinkMetadata
  ) throws(AppLinkResolveError) -> AppLinkResolution {
    let isSuccess = (200..<300).contains(response.status)
    if options.requiresSuccessStatus, !isSuccess {
      throw AppLinkResolveError(
        .unacceptableStatus,
        url: route.url,
        message: "the server responded with the status \(response.status)",
        status: response.status
      )
    }
    return AppLinkResolution(
      sourceURL: source,
      metadata: metadata,
      finalURL: route.url,
      redirects: route.passed,
      status: response.status,
      transferDiagnostics: diagnostics(of: response)
    )
  }
}
