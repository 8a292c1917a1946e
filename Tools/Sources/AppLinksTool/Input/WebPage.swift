import AppLinks
import AppLinksPublishing
import AppLinksResolving
import AsyncHTTPClient
import Foundation
import NIOSSL
import ToolSupport
import Transfers
import TransfersHTTPClient

/// A loader of pages from the web, with its own connections.
///
/// The HTTP client is AsyncHTTPClient, because on Linux some server responses end a process that
/// loads them with `URLSession`.
struct WebPage: Sendable {
  private let resolver: HTTPResolver
  let session: TransferSession
  let options: HTTPResolver.Options

  /// Creates a loader, which connects only when it loads a page.
  init(_ request: RequestOptions) {
    let backend = HTTPClientBackend(configuration: Self.configuration(request))
    options = Self.options(request)
    session = TransferSession(over: backend)
    resolver = HTTPResolver(options: options, transport: session)
  }

  /// Returns the configuration of the HTTP client for the options of the command line.
  private static func configuration(_ request: RequestOptions) -> HTTPClient.Configuration {
    var tls = TLSConfiguration.makeClientConfiguration()
    if let certificates = request.cacert?.certificates {
      #if canImport(Network)
      // On this system, the client supports only roots that replace those of the system.
      tls.trustRoots = .certificates(certificates)
      #else
      tls.additionalTrustRoots = [.certificates(certificates)]
      #endif
    }
    return HTTPClient.Configuration(tlsConfiguration: tls)
  }

  /// Returns the options of a resolver for the options of the command line.
  static func options(_ request: RequestOptions) -> HTTPResolver.Options {
    let limit = Duration.seconds(request.timeout)
    var options = HTTPResolver.Options(
      redirects: RedirectPolicy(
        maximumCount: request.maxRedirects,
        allowsDowngrade: request.allowDowngrade
      ),
      network: request.publicOnly ? .server : .device,
      timeout: limit,
      idleTimeout: limit,
      userAgent: Version.userAgent
    )
    for known in request.knownAddresses { options.network.addresses[known.place] = known.addresses }
    for header in request.headers {
      // Other fields can be secrets and are sent only to the origin of the URL.
      if header.name.lowercased() == "user-agent" {
        options.userAgent = header.value
      } else {
        options.headers[header.name] = header.value
      }
    }
    return options
  }

  /// Reads the tags of a page.
  func resolve(_ url: URLArgument) async throws(ToolError) -> AppLinkResolution {
    do {
      return try await resolver.resolve(Self.address(of: url))
    } catch {
      throw Self.toolError(for: error)
    }
  }

  /// Loads a page and finds mistakes in its tags.
  func lint(
    _ url: URLArgument,
    with linter: AppLinkLinter
  ) async throws(ToolError) -> (resolution: AppLinkResolution, findings: [LintFinding]) {
    do {
      return try await linter.lint(Self.address(of: url), using: resolver)
    } catch {
      throw Self.toolError(for: error)
    }
  }

  func linkedPage(_ url: URLArgument) async throws(ToolError) -> LinkedWebPage {
    do {
      let (resolution, findings, page) = try await AppLinkLinter().linkedPage(
        at: Self.address(of: url),
        using: resolver
      )
      return LinkedWebPage(resolution: resolution, findings: findings, page: page)
    } catch {
      throw Self.toolError(for: error)
    }
  }

  func host(
    _ host: String,
    from origin: String?,
    copies: String?
  ) async throws(ToolError) -> LinkedHost {
    do {
      return try await LinkedHost.load(host, from: origin, using: resolver, copies: copies)
    } catch {
      throw Self.toolError(for: error)
    }
  }

  private static func address(of url: URLArgument) throws(ToolError) -> URL {
    guard let address = url.url else { throw ToolError(.usage, "'\(url.text)' is not a URL.") }
    return address
  }

  private static func toolError(for error: any Error) -> ToolError {
    if let error = error as? ToolError { return error }
    guard let error = error as? AppLinkResolveError else { return ToolError(.failed, "\(error)") }
    let url = URLRedaction.standard.redacted(error.url.absoluteString)
    return ToolError(.failed, "\(url): \(error.message).\(remedy(for: error))")
  }

  /// Returns a sentence that names the option with which the request would succeed.
  private static func remedy(for error: AppLinkResolveError) -> String {
    switch error.code {
    case .downgradeRefused: " Use '--allow-downgrade' to follow it."
    case .tooManyRedirects: " Increase the limit with '--max-redirects'."
    case .addressRefused, .portRefused, .userInfoRefused:
      " Remove '--public-only' to load it."
    case .transferFailed where (error.underlying as? URLError)?.code == .secureConnectionFailed:
      " Use '--cacert' if the certificate is that of your own authority."
    default: ""
    }
  }
}
