import AppLinks
import AppLinksTestSupport
import Foundation
import JSONValues
import Testing

/// The bytes that are sent.
@Suite struct OutboundVectorTests {
  struct Vector: Sendable {
    var target: String
    var source = "https://e.com/"
    var data: [String: JSONValue] = [:]
    var extras: [String: JSONValue] = [:]
    var head: String  // what is before the value
    var json: String
    var tail = ""
  }

  private static let plain =
    #"{"extras":{},"target_url":"https://e.com/","user_agent":"UA","version":"1.0"}"#

  static let vectors = [
    Vector(
      target: "bolts://",
      source: "http://www.example.com/path",
      head: "bolts://?",
      json:
        #"{"extras":{},"target_url":"http://www.example.com/path","user_agent":"UA","version":"1.0"}"#
    ),
    Vector(target: "bolts://open?id=1", head: "bolts://open?id=1&", json: plain),
    Vector(target: "bolts://open#top", head: "bolts://open?", json: plain, tail: "#top"),
    Vector(target: "bolts://open?", head: "bolts://open?", json: plain),
    Vector(target: "bolts://open?al_applink_data=old&a=1", head: "bolts://open?a=1&", json: plain),
    Vector(
      target: "bolts://open?a=1&al_applink_data=old&al_applink_data#f",
      head: "bolts://open?a=1&",
      json: plain,
      tail: "#f"
    ),
    Vector(
      target: "bolts://",
      data: ["foo": "bar2"],
      extras: ["foo": "bar1", "n": 1, "t": true, "u": "é😀\"\\/"],
      head: "bolts://?",
      json: #"{"extras":{"foo":"bar1","n":1,"t":true,"u":"é😀\"\\/"},"foo":"bar2","#
        + #""target_url":"https://e.com/","user_agent":"UA","version":"1.0"}"#
    ),
    Vector(
      target: "http://www.example.com/path",
      source: "http://www.example.com/path",
      head: "http://www.example.com/path?",
      json:
        #"{"extras":{},"target_url":"http://www.example.com/path","user_agent":"UA","version":"1.0"}"#
    ),
    Vector(
      target: "a.b-c+d:opaque",
      source: "http://e.com/p?a=1&b=2+3#f",
      head: "a.b-c+d:opaque?",
      json:
        #"{"extras":{},"target_url":"http://e.com/p?a=1&b=2+3#f","user_agent":"UA","version":"1.0"}"#
    ),
    Vector(
      target: "x:",
      data: [
        "version": "1.1", "user_agent": "Mine", "target_url": "ignored",
        "extras": ["a": 1, "b": 2],
        "referer_app_link": ["url": "me:", "app_name": "Me"],
      ],
      extras: ["b": 3],
      head: "x:?",
      json: #"{"extras":{"a":1,"b":3},"referer_app_link":{"app_name":"Me","url":"me:"},"#
        + #""target_url":"https://e.com/","user_agent":"Mine","version":"1.1"}"#
    ),
  ]

  @Test(arguments: vectors.indices)
  func isBuiltExactly(_ index: Int) throws {
    let vector = Self.vectors[index]
    let data = OutboundData(
      source: vector.source,
      data: vector.data,
      extras: vector.extras,
      userAgent: "UA"
    )
    #expect(try data.json() == vector.json)
    let expected = vector.head + "al_applink_data=" + escaped(vector.json) + vector.tail
    #expect(try data.text(for: vector.target) == expected)
    #expect(try data.url(for: vector.target).absoluteString == expected)
  }

  @Test func escapesEverythingInTheValue() throws {
    let text = try OutboundData(source: "http://www.example.com/path", userAgent: "UA").text(
      for: "bolts://"
    )
    #expect(
      text
        == "bolts://?al_applink_data=%7B%22extras%22%3A%7B%7D%2C%22target_url%22%3A%22http%3A%2F%2Fwww."
        + "example.com%2Fpath%22%2C%22user_agent%22%3A%22UA%22%2C%22version%22%3A%221.0%22%7D"
    )
  }
}
