import AppLinks
import AppLinksPublishing
import AppLinksResolving
import Foundation
import Transfers

/// A loader of pages from the web.
enum WebPage {
  /// Returns the options of a resolver for those of the command line.
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
  static func resolve(
    _ url: URLArgument,
    _ request: RequestOptions
  ) async throws(ToolError) -> AppLinkResolution {
    do {
      return try await HTTPResolver(options: options(request)).resolve(address(of: url))
    } catch {
      throw toolError(for: error)
    }
  }

  /// Loads a page and finds mistakes in its tags.
  static func lint(
    _ url: URLArgument,
    with linter: AppLinkLinter,
    _ request: RequestOptions
  ) async throws(ToolError) -> (resolution: AppLinkResolution, findings: [LintFinding]) {
    do {
      return try await linter.lint(address(of: url), using: HTTPResolver(options: options(request)))
    } catch {
      throw toolError(for: error)
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
    return ToolError(.failed, "\(url): \(error.message).\(remedy(for: error.code))")
  }

  /// Returns a sentence that names the option with which the request would succeed.
  private static func remedy(for code: AppLinkResolveError.Code) -> String {
    switch code {
    case .downgradeRefused: " Use '--allow-downgrade' to follow it."
    case .tooManyRedirects: " Increase the limit with '--max-redirects'."
    case .addressRefused, .portRefused, .userInfoRefused:
      " Remove '--public-only' to load it."
    default: ""
    }
  }
}
