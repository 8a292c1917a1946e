import AppLinksResolving

/// The codes of problems, to which the problems' types refer.
struct ProblemsView {
  /// A code and its meaning.
  struct Kind {
    let code: String
    let text: String
  }

  let title = "Problems"
  let url = ""
  let version = Version.text
  let problems: [Kind]

  init() {
    let ours: [Problem] = [
      .badRequest(""), .urlTooLong(0), .tooManyURLs(0), .bodyTooLarge(0), .keyMissing,
      .keyUnknown, .tooManyRequests(retryAfter: 0), .storeAway, .internalError,
    ]
    let loads: [(AppLinkResolveError.Code, String)] = [
      (.hostRefused, "The host is missing or written in a way that is not allowed."),
      (.addressRefused, "The host has an address that is not public."),
      (.portRefused, "Pages are loaded from the ports 80 and 443 only."),
      (.userInfoRefused, "The URL contains a user name or password."),
      (.tooManyRedirects, "The page redirects too often."),
      (.redirectLoop, "The page redirects to where it has been."),
      (.downgradeRefused, "The page redirects from https to http."),
      (.hostNotFound, "The host has no address."),
      (.cannotConnect, "The server of the page does not accept the connection."),
      (.connectionLost, "The connection to the server of the page was lost."),
      (.timedOut, "The page did not arrive in time."),
      (.transferFailed, "The page could not be transferred."),
    ]
    problems =
      ours.map { Kind(code: $0.code, text: $0.title) }
      + [
        Kind(code: "not-a-page", text: "The URL is not that of a web page."),
        Kind(code: "not-found", text: "There is nothing at this path."),
        Kind(code: "method-not-allowed", text: "The path does not take this method."),
        Kind(code: "no-such-domain", text: "The server has no association files for this host."),
      ] + loads.map { Kind(code: $0.0.rawValue, text: $0.1) }
  }
}
