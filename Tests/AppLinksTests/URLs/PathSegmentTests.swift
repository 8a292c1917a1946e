import AppLinks
import Testing

@Suite struct PathSegmentTests {
  @Test(
    arguments: [
      ("https://shop.example/p/7", ["p", "7"]), ("HTTP://shop.example/p/7/?a=/b#/c", ["p", "7"]),
      ("https://shop.example", []), ("https://shop.example//p///7", ["p", "7"]),
      ("https:/p/7", ["p", "7"]), ("/p/7", ["p", "7"]), ("", []),
    ] as [(String, [String])]
  )
  func theHostOfAPageIsNoSegment(_ url: String, _ segments: [String]) {
    #expect(URLParts(url).pathSegments == segments)
  }

  @Test(
    arguments: [
      ("shop://p/7", ["p", "7"]), ("shop:///p/7", ["p", "7"]), ("shop:/p/7", ["p", "7"]),
      ("shop:p/7", ["p", "7"]), ("shop://p", ["p"]), ("shop://", []), ("shop://?p=7", []),
      ("SHOP://P/7", ["P", "7"]), ("shop://user@p:80/7", ["p", "7"]),
      ("shop://red%20socks/7", ["red socks", "7"]),
    ] as [(String, [String])]
  )
  func theHostOfAnAppIsTheFirstSegment(_ url: String, _ segments: [String]) {
    #expect(URLParts(url).pathSegments == segments)
  }

  @Test(
    arguments: [
      ("red%20socks", ["red socks"]), ("a+b", ["a+b"]), ("%2B", ["+"]), ("caf%C3%A9", ["café"]),
      ("a%2Fb/c", ["a/b", "c"]), ("100%/%zz", ["100%", "%zz"]), ("%A0", ["\u{FFFD}"]),
      ("../%2e%2e", ["..", ".."]), ("%252F", ["%2F"]),
    ] as [(String, [String])]
  )
  func escapesAreReplacedOnceAndInsideASegment(_ path: String, _ segments: [String]) {
    #expect(URLParts("https://shop.example/" + path).pathSegments == segments)
  }
}
