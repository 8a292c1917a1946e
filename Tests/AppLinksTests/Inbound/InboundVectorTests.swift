import AppLinks
import AppLinksTestSupport
import Testing

/// URLs of real senders, with the content that a receiver must read from them.
@Suite struct InboundVectorTests {
  struct Vector: Sendable {
    var name: String
    var url: String
    var status = InboundLink.Status.appLink
    var target: String?  // nil: the URL itself
    var query: [[String?]]?  // nil: not looked at
    var targetQuery: [[String?]]?
    var referrer: [String]?
    var recoveries: [String] = []
  }

  static let vectors = [
    Vector(
      name: "no app link, odd items",
      url: "http://www.example.com?foo&bar=baz&space=%20",
      status: .plain,
      query: [["foo", nil], ["bar", "baz"], ["space", " "]]
    ),
    Vector(name: "only a question mark", url: "http://www.example.com?", status: .plain, query: []),
    Vector(
      name: "escaped slashes, no version",
      url:
        "bolts://?al_applink_data=%7B%22user_agent%22%3A%22Bolts%20iOS%201.0.0%22%2C%22target_url%22%3A"
        + "%22http%3A%5C%2F%5C%2Fwww.example.com%5C%2Fpath%3Ffoo%3Dbar%22%7D",
      target: "http://www.example.com/path?foo=bar",
      targetQuery: [["foo", "bar"]]
    ),
    Vector(
      name: "complete referrer",
      url: "bolts://?al_applink_data="
        + escaped(
          #"{"target_url":"https://e.com/","version":"1.0","referer_app_link":"#
            + #"{"app_name":"Facebook","url":"fb:///?app_id=1"}}"#
        ),
      target: "https://e.com/",
      referrer: ["fb:///?app_id=1", "Facebook"]
    ),
    Vector(name: "JSON array", url: "bolts://?al_applink_data=%5B1%2C2%5D", status: .plain),
    Vector(
      name: "version 2.0",
      url: "bolts://?al_applink_data="
        + escaped(#"{"target_url":"https://e.com/","version":"2.0"}"#),
      status: .unsupportedVersion
    ),
    Vector(
      name: "a foreign parameter behind the data",
      url:
        "my://x?al_applink_data=%7B%22target_url%22%3A%22https%3A%2F%2Fe.com%2F%22%7D&fbclid=IwAR0",
      target: "https://e.com/",
      query: [["al_applink_data", #"{"target_url":"https://e.com/"}"#], ["fbclid", "IwAR0"]]
    ),
    Vector(
      name: "behind a question mark in the fragment",
      url: "my://x#top?al_applink_data=%7B%22target_url%22%3A%22https%3A%2F%2Fe.com%2F%22%7D",
      target: "https://e.com/",
      query: [],
      recoveries: ["data-in-fragment"]
    ),
    Vector(
      name: "in the fragment",
      url: "my://x#a=1&al_applink_data=%7B%22target_url%22%3A%22https%3A%2F%2Fe.com%2F%22%7D",
      target: "https://e.com/",
      recoveries: ["data-in-fragment"]
    ),
    Vector(
      name: "cut at an ampersand, as senders with a weak escape make it",
      url:
        #"my://x?al_applink_data=%7B%22target_url%22:%22http:%5C/%5C/e.com%5C/p?a=1&b=2+3%22%7D&fbclid=1"#,
      target: "http://e.com/p?a=1&b=2+3",
      targetQuery: [["a", "1"], ["b", "2 3"]],
      recoveries: ["data-cut"]
    ),
    Vector(
      name: "not escaped at all, with a fragment in it",
      url: #"my://x?al_applink_data={"target_url":"http://e.com/?a=1&b=2#top","extras":{"k":"v"}}"#,
      target: "http://e.com/?a=1&b=2#top",
      recoveries: ["data-cut"]
    ),
    Vector(
      name: "escaped twice",
      url: "my://x?al_applink_data=" + escaped(escaped(#"{"target_url":"https://e.com/?a=%26"}"#)),
      target: "https://e.com/?a=%26",
      recoveries: ["data-escaped-twice"]
    ),
    Vector(
      name: "escaped twice, with spaces as plus between the parts",
      url: "my://x?al_applink_data=%257B+%2522target_url%2522:+%2522https://e.com/%2522+%257D",
      target: "https://e.com/",
      recoveries: ["data-escaped-twice", "data-with-plus"]
    ),
    Vector(
      name: "spaces as plus between the parts",
      url: "my://x?al_applink_data=%7B+%22target_url%22%3A+%22https%3A%2F%2Fe.com%2F%22+%7D",
      target: "https://e.com/",
      recoveries: ["data-with-plus"]
    ),
    Vector(
      name: "plus in a string stays",
      url: "my://x?al_applink_data=%7B%22target_url%22:%22https://e.com/?q=a+b%22%7D",
      target: "https://e.com/?q=a+b"
    ),
    Vector(
      name: "bytes that are not UTF-8",
      url:
        "my://x?al_applink_data=%7B%22target_url%22%3A%22https%3A%2F%2Fe.com%2F%22%2C%22a%22%3A%22%A0%22%7D",
      target: "https://e.com/",
      recoveries: ["data-not-utf8"]
    ),
    Vector(
      name: "text behind the data",
      url: "my://x?al_applink_data=%7B%22target_url%22%3A%22https%3A%2F%2Fe.com%2F%22%7D%7D%7D",
      target: "https://e.com/",
      recoveries: ["data-trailing-text"]
    ),
    Vector(
      name: "several data, the last counts",
      url:
        "my://x?al_applink_data=%7B%7D&al_applink_data=%7B%22target_url%22%3A%22https%3A%2F%2Fe.com%2F%22%7D",
      target: "https://e.com/"
    ),
    Vector(
      name: "a target that was an App Link itself, with nothing escaped in it",
      url: "my://x?k=v&al_applink_data=%7B%22target_url%22:%22https://e.com/?a=1&al_applink_data="
        + "%257B%257D&b=2%22,%22version%22:%221.0%22%7D&fbclid=1",
      target: "https://e.com/?a=1&al_applink_data=%7B%7D&b=2",
      recoveries: ["data-cut"]
    ),
    Vector(name: "no value", url: "my://x?al_applink_data", status: .plain),
    Vector(name: "empty value", url: "my://x?al_applink_data=", status: .plain),
    Vector(name: "bad JSON", url: "my://x?al_applink_data=%7Btarget", status: .plain),
    Vector(name: "opaque", url: "mailto:a@b?subject=x", status: .plain, query: [["subject", "x"]]),
    Vector(name: "nothing", url: "", status: .plain, query: []),
  ]

  @Test(arguments: vectors.indices)
  func isReadAsExpected(_ index: Int) {
    let vector = Self.vectors[index]
    let link = InboundLink(vector.url)
    let name = Comment(rawValue: vector.name)
    #expect(link.status == vector.status, name)
    #expect(link.target.text == vector.target ?? vector.url, name)
    #expect(link.input.text == vector.url, name)
    if let query = vector.query {
      #expect(link.queryItems.map { [$0.name, $0.value] } == query, name)
    }
    if let query = vector.targetQuery {
      #expect(link.target.queryItems.map { [$0.name, $0.value] } == query, name)
    }
    #expect(link.referrer.map { [$0.rawURL, $0.appName] } == vector.referrer, name)
    #expect(link.recoveries.map(\.rawValue) == vector.recoveries, name)
    #expect((link.data != nil) == (vector.status == .appLink), name)
  }
}
