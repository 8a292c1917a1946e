package import Foundation

extension URLError {
  /// What is wrong and what to do, without a final period.
  ///
  /// Foundation describes most codes on Linux by their numbers.
  package var explanation: String {
    switch code {
    case .badServerResponse, .cannotParseResponse:
      "the answer of the server is not valid HTTP; check that it uses HTTP on this port"
    case .cannotDecodeContentData, .cannotDecodeRawData:
      "the body cannot be decompressed; check the Content-Encoding of the server"
    case .dataLengthExceedsMaximum:
      "the answer of the server is larger than the HTTP client accepts; send shorter header fields, "
        + "or a shorter body"
    case .badURL: "the URL cannot be requested; check its host and port"
    case .unsupportedURL:
      "the URL is not an http or https URL; request one, and check where redirects lead"
    case .httpTooManyRedirects:
      "the server redirects too often; check whether its redirects lead in a circle"
    case .redirectToNonExistentLocation:
      "the server redirects to a place that does not exist; check its redirects"
    case .timedOut: "the server did not answer in time; try again later"
    case .cannotFindHost, .dnsLookupFailed:
      "the host is unknown; check its spelling and the network"
    case .cannotConnectToHost: "the connection failed; check that a server listens on this port"
    case .notConnectedToInternet: "there is no network; check the connection of the device"
    case .dataNotAllowed, .internationalRoamingOff, .callIsActive, .cannotLoadFromNetwork:
      "the device does not use the network at present; check its settings, or try again later"
    case .networkConnectionLost: "the connection ended before the answer was complete; try again"
    case .appTransportSecurityRequiresSecureConnection:
      "App Transport Security refuses http; use https, or add an exception for the host"
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired:
      "there is no secure connection; check the certificate of the server, and that it uses TLS on "
        + "this port"
    case .userAuthenticationRequired, .userCancelledAuthentication:
      "the server requires authentication; send credentials in a header field"
    case .requestBodyStreamExhausted:
      "the body of the request is a stream and cannot be sent again; send data or a file"
    case .resourceUnavailable, .zeroByteResource:
      "the server sent nothing; check the URL, or try again later"
    case .cancelled: "the request was cancelled"
    default: "the request failed for a reason that the system does not name; try again later"
    }
  }

  /// The error with a human-readable description, if it has none.
  ///
  /// An error that a session reports has the system's description.
  var explained: URLError {
    if userInfo[NSLocalizedDescriptionKey] != nil { return self }
    var info = userInfo
    info[NSLocalizedDescriptionKey] = explanation
    return URLError(code, userInfo: info)
  }
}
