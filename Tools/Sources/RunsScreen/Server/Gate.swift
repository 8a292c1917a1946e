import FlyingFox

/// Decides which requests are answered at all.
struct Gate: Sendable {
  private let token: String?
  /// The secret that each form contains, so that no other site can send one.
  let formToken = Secret.random()

  init(token: String?) { self.token = token }

  /// Refuses requests for another host, and requests that other sites cause.
  ///
  /// Another site can make its name resolve to this computer after its page was loaded (DNS
  /// rebinding). The browser then treats both as one site; only the host of the request differs.
  func requireOwnSite(_ request: HTTPRequest) throws {
    guard let host = request.headers[.host], Self.isLocal(host) else {
      throw Refusal(
        .misdirectedRequest,
        "This is the wrong address",
        "The screen is for this computer only, at the address that the program has printed."
      )
    }
    let site = request.headers[HTTPHeader("Sec-Fetch-Site")] ?? "none"
    let isLink =
      request.method == .GET && request.headers[HTTPHeader("Sec-Fetch-Mode")] == "navigate"
    // A link may lead here, but only as a page of its own. Programs send neither header.
    let isOwn = ["same-origin", "none"].contains(site) || isLink
    let origin = request.headers[HTTPHeader("Origin")]
    guard isOwn, origin.map({ $0 == "http://\(host)" }) ?? true else {
      throw Refusal(.forbidden, "That was refused", "The request comes from another site.")
    }
  }

  /// Whether a host is this computer; its port may be that of a tunnel.
  ///
  /// All names that end in `.localhost` are. Browsers send the cookie of such a name to no other.
  static func isLocal(_ host: String) -> Bool {
    guard let parts = host.lowercased().wholeMatch(of: /(.*?)(?::[0-9]{1,5})?/) else {
      return false
    }
    return ["localhost", "127.0.0.1", "[::1]"].contains(parts.1)
      || parts.1.wholeMatch(of: /[a-z0-9-]+\.localhost/) != nil
  }

  /// Returns the answer to a request with the token in its address, or `nil` for another one.
  ///
  /// It is a cookie, and the same address without the token, which then is in no history.
  func entry(_ request: HTTPRequest, _ fields: FormFields) throws -> HTTPResponse? {
    guard let given = fields["token"] else { return nil }
    guard let token else { return .seeOther("/") }
    guard Secret.isSame(given, as: token) else { throw Self.missingToken }
    var response = HTTPResponse.seeOther("/")
    response.headers[.setCookie] =
      "\(Self.cookie(request))=\(token); HttpOnly; SameSite=Strict; Path=/"
    return response
  }

  /// Refuses requests of who has not opened the address with the token.
  func requireToken(_ request: HTTPRequest) throws {
    guard let token else { return }
    let prefix = Self.cookie(request) + "="
    // Servers at other ports of this host can set a cookie with the same name.
    let given = (request.headers[.cookie] ?? "").split(separator: ";")
      .map { $0.drop(while: \.isWhitespace) }.filter { $0.hasPrefix(prefix) }
      .map { String($0.dropFirst(prefix.count)) }
    guard given.contains(where: { Secret.isSame($0, as: token) }) else { throw Self.missingToken }
  }

  private static let missingToken = Refusal(
    .forbidden,
    "This screen has a token",
    "Open the address that the program has printed. It contains the token."
  )

  /// The name of the cookie.
  ///
  /// Browsers share cookies between all ports of a host.
  private static func cookie(_ request: HTTPRequest) -> String {
    let port = request.headers[.host]?.split(separator: ":").last.flatMap { Int($0) }
    return "tenon-runs-\(port ?? 80)"
  }

  /// Refuses a form that this screen has not made.
  func requireOwnForm(_ fields: FormFields) throws {
    guard Secret.isSame(fields["form"] ?? "", as: formToken) else {
      throw Refusal(
        .forbidden,
        "The form is not from this screen",
        "The screen has been started anew since, or another site has made it. Nothing was done."
      )
    }
  }
}
