package import AppLinks
internal import Foundation
internal import Transfers

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension HTTPResolver {
  /// Returns the irregularities of a response, other than those of its tags.
  func diagnostics(of response: PageResponse) -> [AppLinkDiagnostic] {
    var diagnostics: [AppLinkDiagnostic] = []
    func report(_ code: AppLinkDiagnostic.Code, _ message: String) {
      diagnostics.append(AppLinkDiagnostic(code: code, message: message))
    }
    if let location = response.location {
      let redacted = URLRedaction.standard.redacted(location.trimmingHTMLSpace)
      let shown = SafeText.displayable(redacted, maximumLength: 80)
      report(
        .redirectNotFollowed,
        "The redirect to '\(shown)' was not followed, because it is not a web page. Link to the "
          + "page itself."
      )
    }
    let isPage = response.isPage
    if !isPage {
      let type = SafeText.displayable(response.mediaType ?? "")
      report(.notAPage, "The response has the type '\(type)' and was not read. Link to a page.")
    }
    if response.status >= 400 {
      report(
        .errorStatus,
        "The server responded with the status \(response.status)."
          + (isPage ? " Its page was read anyway." : "")
      )
    }
    return diagnostics
  }

  /// Returns the addresses from which a page may be loaded.
  ///
  /// - Throws: An ``AppLinkResolveError`` if the page may not be loaded, or `CancellationError`.
  func addresses(of url: URL) async throws -> [IPAddress] {
    do {
      return try await options.network.check(url)
    } catch {
      throw resolveError(for: error, url)
    }
  }

  /// Returns an error of a transport as an error with a message for people.
  func resolveError(for error: any Error, _ url: URL) -> any Error {
    switch error {
    case is CancellationError, is AppLinkResolveError: error
    case let error as NetworkPolicyError:
      AppLinkResolveError(code(of: error), url: url, message: error.message, underlying: error)
    case let error as URLError: resolveError(for: error, url)
    case let error as TransferError where error.code == .incompleteBody:
      cutOff(url, error)
    case let error as POSIXError where [.EMFILE, .ENFILE].contains(error.code):
      AppLinkResolveError(
        .transferFailed,
        url: url,
        message: "the page was not loaded, because the process has too many files and connections "
          + "open; load fewer pages at a time",
        underlying: error
      )
    case let error as TransferError where error.code == .undecodableBody:
      AppLinkResolveError(
        .transferFailed,
        url: url,
        message: "the page has the content coding '\(error.coding ?? "")', and cannot be decoded; "
          + "send it with gzip, deflate, or no coding",
        underlying: error
      )
    case let error as TransferError:
      AppLinkResolveError(.transferFailed, url: url, message: error.message, underlying: error)
    case let error as InvalidRequestError:
      AppLinkResolveError(
        .transferFailed,
        url: url,
        message:
          "the page was not requested: \(error.part); check the header fields of the resolver",
        underlying: error
      )
    default:
      AppLinkResolveError(
        .transferFailed,
        url: url,
        message: "the page could not be loaded (\(type(of: error))); try again later",
        underlying: error
      )
    }
  }

  private func code(of error: NetworkPolicyError) -> AppLinkResolveError.Code {
    switch error.code {
    case .address: .addressRefused
    case .port: .portRefused
    case .userInfo: .userInfoRefused
    default: .hostRefused
    }
  }

  private func resolveError(for error: URLError, _ url: URL) -> AppLinkResolveError {
    let lookup = error.userInfo[NSUnderlyingErrorKey] as? NameLookup.LookupError
    let reason = lookup.map { " (\($0.message))" } ?? ""
    switch error.code {
    case .timedOut where lookup != nil:
      return AppLinkResolveError(
        .timedOut,
        url: url,
        message: "the address of the host was not found\(reason); check its name servers, or try "
          + "again later",
        underlying: error
      )
    case .timedOut:
      return AppLinkResolveError(
        .timedOut,
        url: url,
        message: "no data arrived within \(options.idleTimeout); try again later",
        underlying: error
      )
    case .cannotFindHost, .dnsLookupFailed:
      return AppLinkResolveError(
        .hostNotFound,
        url: url,
        message: "the host is unknown\(reason); check its spelling and the network",
        underlying: error
      )
    case .cannotConnectToHost, .notConnectedToInternet:
      return AppLinkResolveError(
        .cannotConnect,
        url: url,
        message: "the connection failed; check the network, or try again later",
        underlying: error
      )
    case .networkConnectionLost: return cutOff(url, error)
    case _ where refusesVersion6(error, url):
      return AppLinkResolveError(
        .cannotConnect,
        url: url,
        message: "Foundation on Linux cannot load from IPv6 addresses; use a host with an IPv4 "
          + "address, or a PageTransport for another HTTP client",
        underlying: error
      )
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired:
      return insecure(url, error)
    // On Linux, a session reports all TLS failures with this code.
    case .unknown where URLParts(url).normalizedScheme == "https": return insecure(url, error)
    default:
      return AppLinkResolveError(
        .transferFailed,
        url: url,
        message: "the page could not be loaded: \(error.explanation)",
        underlying: error
      )
    }
  }

  /// Returns whether this is the error of a session that rejects an IPv6 address as the host.
  ///
  /// On Linux, a session reports such a URL as a bad URL.
  private func refusesVersion6(_ error: URLError, _ url: URL) -> Bool {
    guard error.code == .badURL else { return false }
    return URLParts(error.failingURL ?? url).host?.hasPrefix("[") == true
  }

  private func insecure(_ url: URL, _ error: any Error) -> AppLinkResolveError {
    AppLinkResolveError(
      .transferFailed,
      url: url,
      message: "the page could not be loaded over a secure connection; check the certificate of "
        + "the server, and that it uses TLS on this port",
      underlying: error
    )
  }

  private func cutOff(_ url: URL, _ error: any Error) -> AppLinkResolveError {
    AppLinkResolveError(
      .connectionLost,
      url: url,
      message: "the connection ended before the page was complete; try again",
      underlying: error
    )
  }
}

/// The codes of diagnostics for the transfer of a page.
extension AppLinkDiagnostic.Code {
  /// A redirect was not followed because it does not lead to an `http` or `https` page.
  package static let redirectNotFollowed = Self(rawValue: "redirect-not-followed")

  /// The response was not read because it is not a page.
  package static let notAPage = Self(rawValue: "not-a-page")

  /// The page has the status of an error.
  package static let errorStatus = Self(rawValue: "error-status")
}
