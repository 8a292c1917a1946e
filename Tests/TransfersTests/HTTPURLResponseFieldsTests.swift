import Foundation
import Testing
import Transfers

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Header fields that a server sends several times.
@Suite struct HTTPURLResponseFieldsTests {
  private func response(_ fields: [(name: String, value: String)]) throws -> HTTPURLResponse {
    let url = try #require(URL(string: "https://shop.example/"))
    let response = HTTPURLResponse.receiving(from: url, status: 203, version: "HTTP/1.1", fields)
    return try #require(response)
  }

  /// With many fields, names are compared in another way.
  @Test(arguments: [0, 20])
  func areJoinedAndKnownApart(others: Int) throws {
    let cookies = ["a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT", "b=2"]
    let response = try response(
      (0..<others).map { (name: "X-\($0)", value: "\($0)") } + [
        (name: "Set-Cookie", value: cookies[0]), (name: "ETag", value: "\"x\""),
        (name: "set-cookie", value: cookies[1]),
      ]
    )
    #expect(response.statusCode == 203)
    #expect(response.values(forHTTPHeaderField: "SET-Cookie") == cookies)
    #expect(response.value(forHTTPHeaderField: "Set-Cookie") == cookies.joined(separator: ", "))
    #expect(response.values(forHTTPHeaderField: "etag") == ["\"x\""])
    #expect(response.values(forHTTPHeaderField: "Vary") == [])
    #expect(response.allHeaderFields.count == others + 2)
  }

  @Test func namesThatDifferByMoreThanTheirCaseAreOthers() throws {
    let response = try response([(name: "a@", value: "1"), (name: "a`", value: "2")])
    #expect(response.values(forHTTPHeaderField: "a@") == ["1"])
    #expect(response.values(forHTTPHeaderField: "a`") == ["2"])
  }

  @Test func aResponseOfASessionHasOneValueForEachName() throws {
    let url = try #require(URL(string: "https://shop.example/"))
    let fields = ["Accept": "a, b"]
    let session = HTTPURLResponse(
      url: url,
      statusCode: 200,
      httpVersion: "HTTP/1.1",
      headerFields: fields
    )
    let response = try #require(session)
    #expect(response.values(forHTTPHeaderField: "accept") == ["a, b"])
  }
}
