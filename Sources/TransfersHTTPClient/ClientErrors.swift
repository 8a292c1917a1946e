#if AsyncHTTPClient
internal import AsyncHTTPClient
internal import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPCompression
internal import NIOPosix
internal import NIOSSL

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Converts an error of a client to the error that `URLSession` reports for the same reason.
///
/// - Returns: A `URLError` with the error as the underlying error; a `POSIXError` if the process or
///   the system has run out of file descriptors; or the error itself if there is no code for it.
package func clientError(for error: any Error) -> any Error {
  if let shortage = descriptorShortage(in: error) { return shortage }
  guard let code = code(for: error) else { return error }
  return URLError(code, userInfo: [NSUnderlyingErrorKey: error])
}

/// Returns the error for a lack of file descriptors, if that is the cause of an error.
private func descriptorShortage(in error: any Error) -> POSIXError? {
  switch error {
  case let error as IOError: return descriptorShortage(error.errnoCode)
  case let error as NIOConnectionError:
    for failure in error.connectionErrors {
      if let shortage = descriptorShortage(in: failure.error) { return shortage }
    }
    // A lookup also needs descriptors, but without them reports only that the host does not exist.
    return error.connectionErrors.isEmpty ? descriptorShortage() : nil
  default: return nil
  }
}

private func descriptorShortage(_ number: CInt) -> POSIXError? {
  number == EMFILE || number == ENFILE ? POSIXError(number == EMFILE ? .EMFILE : .ENFILE) : nil
}

/// Returns the error with which the system currently refuses another descriptor, if it does.
private func descriptorShortage() -> POSIXError? {
  let descriptor = dup(STDERR_FILENO)
  if descriptor < 0 { return descriptorShortage(errno) }
  close(descriptor)
  return nil
}

private func code(for error: any Error) -> URLError.Code? {
  switch error {
  case is AnswerMissing: .networkConnectionLost
  case let error as HTTPClientError: clientCode(error)
  case let error as HTTPParserError: parserCode(error)
  case let error as IOError: systemCode(error)
  case let error as NIOConnectionError:
    error.connectionErrors.isEmpty ? .cannotFindHost : .cannotConnectToHost
  case ChannelError.connectTimeout: .timedOut
  case is ChannelError: .networkConnectionLost
  case NIOHTTPDecompression.DecompressionError.limit: .dataLengthExceedsMaximum
  case is NIOHTTPDecompression.DecompressionError, is NIOHTTPDecompression.ExtraDecompressionError:
    .cannotDecodeContentData
  case NIOSSLError.uncleanShutdown: .networkConnectionLost
  case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: .secureConnectionFailed
  default: nil
  }
}

private func clientCode(_ error: HTTPClientError) -> URLError.Code? {
  switch error {
  case .readTimeout, .connectTimeout, .deadlineExceeded, .tlsHandshakeTimeout,
    .getConnectionFromPoolTimeout, .writeTimeout:
    .timedOut
  case .remoteConnectionClosed, .uncleanShutdown: .networkConnectionLost
  case .invalidURL, .emptyHost: .badURL
  default: nil
  }
}

private func parserCode(_ error: HTTPParserError) -> URLError.Code {
  switch error {
  case .invalidEOFState, .closedConnection: .networkConnectionLost
  case .headerOverflow: .dataLengthExceedsMaximum
  default: .badServerResponse
  }
}

private func systemCode(_ error: IOError) -> URLError.Code {
  switch error.errnoCode {
  case ECONNRESET, EPIPE, ENOTCONN, ECONNABORTED: .networkConnectionLost
  case ETIMEDOUT: .timedOut
  default: .cannotConnectToHost
  }
}
#endif
