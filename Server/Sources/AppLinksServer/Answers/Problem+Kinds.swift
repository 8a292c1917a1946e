import HTTPTypes
import Hummingbird

extension Problem {
  static func badRequest(_ detail: String) -> Problem {
    Problem("bad-request", .badRequest, "The request cannot be understood.", detail)
  }

  static func urlTooLong(_ maximum: Int) -> Problem {
    Problem(
      "url-too-long",
      .uriTooLong,
      "A URL is too long.",
      "Send URLs of at most \(maximum) bytes."
    )
  }

  static func tooManyURLs(_ maximum: Int) -> Problem {
    Problem(
      "too-many-urls",
      .contentTooLarge,
      "The request asks for too many URLs.",
      "Ask for at most \(maximum) URLs in one request."
    )
  }

  static func bodyTooLarge(_ maximum: Int) -> Problem {
    Problem(
      "body-too-large",
      .contentTooLarge,
      "The body is too large.",
      "Send at most \(maximum) bytes."
    )
  }

  static let keyMissing = Problem(
    "key-missing",
    .unauthorized,
    "The request needs an API key.",
    "Send 'Authorization: Bearer KEY' with a key of this server.",
    headers: [.wwwAuthenticate: "Bearer"]
  )

  static let keyUnknown = Problem(
    "key-unknown",
    .unauthorized,
    "The API key is unknown.",
    "Send a key of this server, or ask its operator for one.",
    headers: [.wwwAuthenticate: #"Bearer error="invalid_token""#]
  )

  static func tooManyRequests(retryAfter seconds: Int) -> Problem {
    Problem(
      "too-many-requests",
      .tooManyRequests,
      "The client asks too often.",
      "Ask again in \(seconds) seconds. Every URL of a batch counts.",
      headers: [.retryAfter: "\(seconds)"]
    )
  }

  /// The store that several servers share is unavailable.
  static let storeAway = Problem(
    "store-away",
    .serviceUnavailable,
    "The server cannot reach its store.",
    "It does not have the page in memory, and loads nothing that other servers may be loading, too. "
      + "Ask again in 2 seconds.",
    headers: [.retryAfter: "2"]
  )

  static let internalError = Problem(
    "internal-error",
    .internalServerError,
    "The server has failed.",
    "The failure is in the log of the server; try again later."
  )

  /// The problem for an error of the HTTP library, such as a path without a route.
  init(_ error: any HTTPResponseError) {
    switch error.status {
    case .notFound:
      self.init(
        "not-found",
        .notFound,
        "There is nothing at this path.",
        "/openapi.json lists the paths of the server."
      )
    case .methodNotAllowed:
      self.init(
        "method-not-allowed",
        .methodNotAllowed,
        "The path does not take this method.",
        "/openapi.json lists the methods of the path."
      )
    case .contentTooLarge:
      self.init("body-too-large", .contentTooLarge, "The body is too large.", "Send less.")
    case let status where status.kind == .clientError:
      self.init(
        "bad-request",
        status,
        "The request cannot be understood.",
        "\((error as? HTTPError)?.body ?? status.reasonPhrase)"
      )
    default:
      self = .internalError
    }
  }
}
