import AppLinksPublishing

extension AppleExample {
  static let all = paths + queries + fragments + escapes + variables + order

  private static let paths = [
    // The wildcard crosses slashes, and the folder belongs to what is in it.
    AppleExample(1, #"{"/":"/buy/*"}"#, "/buy/42", .opens),
    AppleExample(2, #"{"/":"/buy/*"}"#, "/buy/", .opens),
    AppleExample(3, #"{"/":"/buy/*"}"#, "/buy", .opens),
    AppleExample(4, #"{"/":"/buy/*"}"#, "/buy/42/x", .opens),
    AppleExample(5, #"{"/":"/buy/*"}"#, "/buy//", .opens),
    AppleExample(6, #"{"/":"/buy/*"}"#, "/buyer", .unmatched),
    AppleExample(7, #"{"/":"/buy/*"}"#, "/Buy/42", .unmatched),
    AppleExample(8, #"{"/":"/buy/*"}"#, "/buy/42?x=1#y", .opens),
    AppleExample(9, #"{"/":"/buy*"}"#, "/buy", .opens),
    // Slashes at the end do not count, and one at the beginning is optional in patterns.
    AppleExample(10, #"{"/":"/buy"}"#, "/buy/", .opens),
    AppleExample(11, #"{"/":"/buy/"}"#, "/buy", .opens),
    AppleExample(12, #"{"/":"/a/*/c"}"#, "/a/c", .unmatched),
    AppleExample(13, #"{"/":"/"}"#, "", .opens),
    AppleExample(14, "{}", "/anything?a#b", .opens),
    AppleExample(15, #"{"/":"abc"}"#, "/abc", .opens),
    AppleExample(16, #"{"/":"abc"}"#, "/abcd", .unmatched),
    AppleExample(17, #"{"/":"*abc"}"#, "/xabc", .opens),
    AppleExample(18, #"{"/":"abc/*"}"#, "/abc", .opens),
    AppleExample(19, #"{"/":"//abc"}"#, "/abc", .opens),
    AppleExample(20, #"{"/":"/a//b"}"#, "/a/b", .uncertain),
    // A question mark is one character, also where a slash could be added.
    AppleExample(21, #"{"/":"/id/????"}"#, "/id/4815", .opens),
    AppleExample(22, #"{"/":"/id/????"}"#, "/id/481", .unmatched),
    AppleExample(23, #"{"/":"/a/?*"}"#, "/a/", .unmatched),
    AppleExample(24, #"{"/":"/a/?*"}"#, "/a/b", .opens),
  ]

  private static let queries = [
    AppleExample(25, ##"{"/":"abc","?":"def","#":"*"}"##, "/abc?def", .opens),
    AppleExample(26, ##"{"/":"abc","?":"def","#":"*"}"##, "/abc", .unmatched),
    AppleExample(27, ##"{"/":"abc","?":"def","#":"*"}"##, "?def", .unmatched),
    AppleExample(28, #"{"?":"a=1"}"#, "/x?a=1", .opens),
    AppleExample(29, #"{"?":"a=1"}"#, "/x?a=1&b=2", .unmatched),
    AppleExample(30, #"{"?":"*"}"#, "/x", .opens),
    AppleExample(31, #"{"?":"?*"}"#, "/x", .unmatched),
    // Items are found by name; one that is missing is empty, and a repeated one has to fit always.
    AppleExample(32, #"{"?":{"a":"1"}}"#, "/x?b=2&a=1", .opens),
    AppleExample(33, #"{"?":{"a":"1"}}"#, "/x?b=2", .unmatched),
    AppleExample(34, #"{"?":{"b":"*"}}"#, "/x?a=1", .opens),
    AppleExample(35, #"{"?":{"b":"?*"}}"#, "/x?a=1", .unmatched),
    AppleExample(36, #"{"?":{"b":""}}"#, "/x?a=1", .opens),
    AppleExample(37, #"{"?":{"a":"1","b":"*"}}"#, "/x?a=1", .opens),
    AppleExample(38, #"{"?":{"id":"42"}}"#, "/x?id=42&id=7", .unmatched),
    AppleExample(39, #"{"?":{"id":"7"}}"#, "/x?id=7&id=7", .opens),
    AppleExample(40, #"{"?":{"id":"?*"}}"#, "/x?id=7&id=42", .opens),
    AppleExample(41, #"{"?":{"flag":""}}"#, "/x?flag", .opens),
    // One value that is no string voids all of them, so that the rule matches more.
    AppleExample(42, #"{"?":{"a":"1","flag":true}}"#, "/x?a=2", .opens),
    AppleExample(43, #"{"?":{"articleNumber":"????"}}"#, "/h?articleNumber=48159", .unmatched),
  ]

  private static let fragments = [
    AppleExample(44, ##"{"#":"*"}"##, "/x", .opens),
    AppleExample(45, ##"{"#":"?*"}"##, "/x", .unmatched),
    AppleExample(46, #"{"/":"/#/market"}"#, "/#/market", .unmatched),
    AppleExample(47, ##"{"#":"/market*"}"##, "/#/market/1?v=g", .opens),
  ]

  private static let escapes = [
    AppleExample(48, #"{"/":"/a%20b"}"#, "/a%20b", .opens),
    AppleExample(49, #"{"/":"/a b"}"#, "/a%20b", .unmatched),
    AppleExample(50, #"{"/":"/a b","percentEncoded":false}"#, "/a%20b", .opens),
    AppleExample(51, #"{"/":"/a%20b","percentEncoded":false}"#, "/a%20b", .unmatched),
    AppleExample(52, #"{"/":"/a/b"}"#, "/a%2Fb", .unmatched),
    AppleExample(53, #"{"/":"/a/b","percentEncoded":false}"#, "/a%2Fb", .opens),
    AppleExample(54, #"{"/":"/caf%C3%A9"}"#, "/caf%c3%a9", .unmatched),
    AppleExample(55, #"{"/":"/café"}"#, "/caf%C3%A9", .unmatched),
    AppleExample(55, #"{"/":"/café","percentEncoded":false}"#, "/caf%C3%A9", .opens),
    AppleExample(56, #"{"/":"/foo","caseSensitive":false}"#, "/FOO", .opens),
    AppleExample(57, #"{"/":"/foo","casesensitive":false}"#, "/FOO", .unmatched),
  ]

  private static let variables = [
    AppleExample(58, #"{"/":"/$(lang)_$(region)/$(food)/"}"#, "/en_US/pizza/", .opens),
    AppleExample(58, #"{"/":"/$(lang)_$(region)/$(food)/"}"#, "/en_US/tacos/", .unmatched),
    AppleExample(58, #"{"/":"/$(lang)_$(region)/$(food)/"}"#, "/qq_ZZ/pizza/", .unmatched),
    AppleExample(59, #"{"/":"/$(region)/home"}"#, "/UK/home", .unmatched),
    AppleExample(59, #"{"/":"/$(region)/home"}"#, "/GB/home", .opens),
    AppleExample(60, #"{"/":"/id/$(digit)"}"#, "/id/7", .opens),
    AppleExample(60, #"{"/":"/id/$(digit)"}"#, "/id/x", .unmatched),
    AppleExample(60, #"{"/":"/id/$(digit)"}"#, "/id/77", .unmatched),
  ]

  private static let privateFirst = #"{"/":"/a/private/*","exclude":true},{"/":"/a/*"}"#
  private static let privateLast = #"{"/":"/a/*"},{"/":"/a/private/*","exclude":true}"#
  private static let notPaths = #""paths":["NOT /w/i/*","/w/*"]"#
  private static let onlyFragment = ##""components":[{"#":"*"}]"##

  private static let order = [
    // The first rule that matches decides.
    AppleExample(61, privateFirst, "/a/private/x", .excluded),
    AppleExample(62, privateLast, "/a/private/x", .opens),
    AppleExample(63, details: notPaths, "/w/i/n", .excluded),
    AppleExample(63, details: notPaths, "/w/2015", .opens),
    // Rules inherit what they do not set.
    AppleExample(
      64,
      details: onlyFragment,
      applinks: #""defaults":{"/":"/foo/*"}"#,
      "/bar",
      .unmatched
    ),
    AppleExample(
      64,
      details: onlyFragment,
      applinks: #""defaults":{"/":"/foo/*"}"#,
      "/foo/1",
      .opens
    ),
    AppleExample(
      65,
      details: onlyFragment,
      applinks: #""defaults":{"exclude":true}"#,
      "/bar",
      .excluded
    ),
    // The host has to be that of the file, in any case.
    AppleExample(
      66,
      details: #""components":[{"/":"*"}]"#,
      host: "www.example.com",
      "/",
      .unmatched
    ),
    AppleExample(66, details: #""components":[{"/":"*"}]"#, host: "EXAMPLE.COM", "/", .opens),
  ]
}
