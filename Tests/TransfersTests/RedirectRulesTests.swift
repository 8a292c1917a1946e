import Foundation
import Testing
import Transfers

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct RedirectRulesTests {
  private func next(
    from start: String = "https://example.com/",
    to location: String = "http://example.com/",
    _ fields: [String: String] = [:],
    _ options: TransferOptions = TransferOptions()
  ) throws -> URLRequest? {
    let url = try #require(URL(string: start))
    var request = URLRequest(url: url)
    for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
    let response = try #require(
      HTTPURLResponse(
        url: url,
        statusCode: 302,
        httpVersion: nil,
        headerFields: ["Location": location]
      )
    )
    return try RedirectRules(options).next(after: request, response)
  }

  @Test func aRequestWithoutCredentialsFollowsToHTTP() throws {
    #expect(try next()?.url?.absoluteString == "http://example.com/")
    let options = TransferOptions(insecureRedirects: .never)
    let error = #expect(throws: TransferError.self) { try next([:], options) }
    #expect(error?.code == .insecureRedirect)
    #expect(error?.url?.scheme == "https")
  }

  private func next(
    _ fields: [String: String],
    _ options: TransferOptions
  ) throws -> URLRequest? {
    try next(from: "https://example.com/", to: "http://example.com/", fields, options)
  }

  @Test(arguments: ["authorization", "Cookie", "Proxy-Authorization", "X-Api-Key"])
  func aRequestWithCredentialsDoesNotFollowToHTTP(name: String) throws {
    var options = TransferOptions(secretFields: ["x-api-key"])
    let error = #expect(throws: TransferError.self) { try next([name: "secret"], options) }
    #expect(error?.code == .insecureRedirect)
    #expect(error.map { "\($0)".contains("https to http") } == true)
    options.insecureRedirects = .always
    let request = try #require(try next([name: "secret"], options))
    #expect(request.value(forHTTPHeaderField: name) == nil)
  }

  @Test func aUserInTheURLCountsAsCredentials() {
    #expect(throws: TransferError.self) { try next(from: "https://user@example.com/") }
    #expect(throws: TransferError.self) { try next(to: "http://user:pass@example.com/") }
  }

  @Test(
    arguments: [
      ("https://example.com/next", true), ("https://EXAMPLE.com:443/", true), ("/next", true),
      ("https://example.com:444/", false), ("https://example.org/", false),
      ("https://example.com.evil.net/", false),
    ]
  )
  func credentialsStayWithTheirOrigin(location: String, isSame: Bool) throws {
    let request = try #require(try next(to: location, ["Authorization": "secret"]))
    #expect(request.value(forHTTPHeaderField: "Authorization") == (isSame ? "secret" : nil))
  }

  @Test func noRedirectIsFollowedIfNoneIsWanted() throws {
    let options = TransferOptions(followsRedirects: false)
    #expect(try next([:], options) == nil)
  }
}
