extension DocumentedRule {
  static let apple = wildcards + queries + fragments + escapes + variables + order

  private static let wildcards: [DocumentedRule] = [
    apple(
      .components,
      "an asterisk matches any number of characters, also slashes",
      #"{"/":"/buy/*"}"#,
      opens: ["/buy/42", "/buy/42/x", "/buy/42?x=1#y", "/buy/"],
      stays: ["/buyer", "/", "/x/buy/1"]
    ),
    apple(
      .components,
      "an asterisk also matches no characters",
      #"{"/":"/buy*"}"#,
      opens: ["/buy", "/buyer", "/buy/1"],
      stays: ["/bu"]
    ),
    apple(
      .components,
      "a question mark matches one character",
      #"{"/":"/id/????"}"#,
      opens: ["/id/4815", "/id/abcd"],
      stays: ["/id/481", "/id/48159"]
    ),
    apple(
      .session717,
      "?* matches at least one character",
      #"{"/":"/a/?*"}"#,
      opens: ["/a/b", "/a/bc"],
      stays: ["/a/", "/a"]
    ),
    apple(.components, "the default of all parts is *", "{}", opens: ["/anything?a#b", "", "/"]),
    apple(
      .components,
      "patterns are compared with the whole path",
      #"{"/":"/shop"}"#,
      opens: ["/shop"],
      stays: ["/shops", "/myshop", "/shop/1"]
    ),
    apple(
      .components,
      "case matters",
      #"{"/":"/buy/*"}"#,
      stays: ["/Buy/42", "/BUY/42"]
    ),
    apple(
      .session10098,
      "'caseSensitive' makes case not matter",
      #"{"/":"/foo","caseSensitive":false}"#,
      opens: ["/FOO", "/Foo", "/foo"]
    ),
    apple(
      .components,
      "names of members are case-sensitive",
      #"{"/":"/foo","casesensitive":false}"#,
      stays: ["/FOO"]
    ),
    apple(
      .swcutil,
      "slashes around a path do not count",
      #"{"/":"/buy"}"#,
      opens: ["/buy/", "/buy///"]
    ),
    apple(
      .swcutil,
      "slashes around a pattern do not count",
      #"{"/":"//abc/"}"#,
      opens: ["/abc"],
      stays: ["/abcd"]
    ),
    apple(
      .swcutil,
      "a pattern for a folder includes the folder",
      #"{"/":"/buy/*"}"#,
      opens: ["/buy", "/buy//"]
    ),
    apple(.swcutil, "an empty path is a slash", #"{"/":"/"}"#, opens: ["", "/"]),
    apple(.swcutil, "a wildcard for a folder is not none", #"{"/":"/a/*/c"}"#, stays: ["/a/c"]),
    apple(
      .components,
      "whether two slashes are one is not documented",
      #"{"/":"/a//b"}"#,
      uncertain: ["/a/b"]
    ),
  ]

  private static let queries: [DocumentedRule] = [
    apple(
      .components,
      "all parts of a rule have to match",
      ##"{"/":"/abc","?":"def","#":"*"}"##,
      opens: ["/abc?def", "/abc?def#x"],
      stays: ["/abc", "?def", "/abc?xdef"]
    ),
    apple(
      .components,
      "a pattern of text is compared with the whole query",
      #"{"?":"a=1"}"#,
      opens: ["/x?a=1"],
      stays: ["/x?a=1&b=2", "/x"]
    ),
    apple(
      .components,
      "an object names items, in any order, among others",
      #"{"?":{"a":"1","b":"?*"}}"#,
      opens: ["/x?b=2&a=1", "/x?a=1&c=3&b=2"],
      stays: ["/x?b=2", "/x?a=1"]
    ),
    apple(
      .associatedDomains,
      "its example of an item with four characters",
      ##"{"/":"/help/*","?":{"articleNumber":"????"}}"##,
      opens: ["/help/x?articleNumber=4815"],
      stays: ["/help/x?articleNumber=48159", "/help/x", "/x?articleNumber=4815"]
    ),
    apple(.swcutil, "an item that is missing is empty", #"{"?":{"b":"*"}}"#, opens: ["/x?a=1"]),
    apple(.swcutil, "a flag is an empty item", #"{"?":{"flag":""}}"#, opens: ["/x?flag"]),
    apple(
      .swcutil,
      "all items of one name have to match",
      #"{"?":{"id":"42"}}"#,
      opens: ["/x?id=42&id=42"],
      stays: ["/x?id=42&id=7"]
    ),
    apple(
      .swcutil,
      "an item that is no string voids the object",
      #"{"?":{"a":"1","flag":true}}"#,
      opens: ["/x?a=2"]
    ),
  ]

  private static let fragments: [DocumentedRule] = [
    apple(.components, "a missing fragment is empty", ##"{"#":"*"}"##, opens: ["/x", "/x#y"]),
    apple(.session717, "?* wants a fragment", ##"{"#":"?*"}"##, opens: ["/#a"], stays: ["/x"]),
    apple(
      .components,
      "the fragment is not part of the path",
      #"{"/":"/#/market"}"#,
      stays: ["/#/market"]
    ),
    apple(
      .components,
      "a fragment may have slashes and a query",
      ##"{"#":"/market*"}"##,
      opens: ["/#/market/1?v=g"],
      stays: ["/market/1"]
    ),
  ]

  private static let escapes: [DocumentedRule] = [
    apple(
      .session10098,
      "escapes are compared as they are written",
      #"{"/":"/a%20b"}"#,
      opens: ["/a%20b"],
      stays: ["/a+b"]
    ),
    apple(.session10098, "text does not match its escape", #"{"/":"/a b"}"#, stays: ["/a%20b"]),
    apple(
      .session10098,
      "without 'percentEncoded', escapes are decoded",
      #"{"/":"/café b","percentEncoded":false}"#,
      opens: ["/caf%C3%A9%20b"],
      stays: ["/caf%25C3%25A9%20b"]
    ),
    apple(
      .session10098,
      "a decoded slash is a slash",
      #"{"/":"/a/b","percentEncoded":false}"#,
      opens: ["/a%2Fb"]
    ),
    apple(.components, "an escaped slash is no slash", #"{"/":"/a/b"}"#, stays: ["/a%2Fb"]),
    apple(
      .components,
      "escapes have a case",
      #"{"/":"/caf%C3%A9"}"#,
      opens: ["/caf%C3%A9"],
      stays: ["/caf%c3%a9"]
    ),
  ]

  private static let variables: [DocumentedRule] = [
    apple(
      .variables,
      "a variable stands for each of its values",
      #"{"/":"/$(lang)_$(region)/$(food)/"}"#,
      opens: ["/en_US/pizza/", "/de_DE/sushi"],
      stays: ["/en_US/tacos/", "/qq_ZZ/pizza/"]
    ),
    apple(
      .variables,
      "$(region) is a code of ISO 3166-1",
      #"{"/":"/$(region)/home"}"#,
      opens: ["/GB/home"],
      stays: ["/UK/home", "/gb/home"]
    ),
    apple(
      .variables,
      "$(digit) is one digit",
      #"{"/":"/id/$(digit)"}"#,
      opens: ["/id/7"],
      stays: ["/id/x", "/id/77"]
    ),
    apple(
      .variables,
      "$(upper), $(lower) and $(alpha) are letters",
      #"{"/":"/$(upper)$(lower)$(alpha)"}"#,
      opens: ["/Abc", "/AbC"],
      stays: ["/abc", "/ABc", "/Ab1"]
    ),
    apple(
      .variables,
      "$(xdigit) and $(alnum)",
      #"{"/":"/$(xdigit)$(alnum)"}"#,
      opens: ["/fz", "/F9"],
      stays: ["/gz", "/f-"]
    ),
    apple(
      .session10098,
      "values of variables may have wildcards",
      #"{"/":"/$(kind)"}"#,
      with: #""substitutionVariables":{"kind":["a-?","b*"]}"#,
      opens: ["/a-1", "/b", "/bcd"],
      stays: ["/a-", "/a-12"]
    ),
  ]

  private static let order: [DocumentedRule] = [
    apple(
      .associatedDomains,
      "the first rule that matches decides",
      #"{"/":"/a/private/*","exclude":true},{"/":"/a/*"}"#,
      opens: ["/a/x"],
      stays: ["/b"],
      excluded: ["/a/private/x"]
    ),
    apple(
      .associatedDomains,
      "later rules do not count",
      #"{"/":"/a/*"},{"/":"/a/private/*","exclude":true}"#,
      opens: ["/a/private/x"]
    ),
    apple(
      .associatedDomains,
      "its example, rule by rule",
      ##"{"#":"no_universal_links","exclude":true},{"/":"/buy/*"},{"/":"/help/website/*","exclude":true},{"/":"/help/*","?":{"articleNumber":"????"}}"##,
      opens: ["/buy/1", "/help/1?articleNumber=1234"],
      stays: ["/help/1", "/"],
      excluded: ["/buy/1#no_universal_links", "/help/website/1?articleNumber=1234"]
    ),
    apple(
      .searchGuide,
      "NOT excludes, and the order of paths matters",
      #""paths":["NOT /w/i/*","/w/*"]"#,
      opens: ["/w/2015"],
      excluded: ["/w/i/n"]
    ),
    apple(
      .searchGuide,
      "paths ignore the query and the fragment",
      #""paths":["/a?c","*/x"]"#,
      opens: ["/abc?d#e", "/1/x?y"],
      stays: ["/ac?b"]
    ),
    apple(
      .defaults,
      "rules inherit what they do not set",
      ##"{"#":"*"},{"/":"/own"}"##,
      with: #""defaults":{"/":"/foo/*"}"#,
      opens: ["/foo/1", "/own"],
      stays: ["/bar"]
    ),
    apple(
      .defaults,
      "also that they exclude",
      ##"{"#":"*"}"##,
      with: #""defaults":{"exclude":true}"#,
      excluded: ["/bar"]
    ),
    apple(
      .details,
      "defaults of an entry precede those of the file",
      ##""defaults":{"/":"/in/*"},"components":[{"#":"*"}]"##,
      with: #""defaults":{"/":"/out/*"}"#,
      opens: ["/in/1"],
      stays: ["/out/1"]
    ),
    apple(
      .associatedDomains,
      "a file is about its host only, in any case",
      #"{"/":"*"}"#,
      opens: ["https://EXAMPLE.COM/"],
      stays: ["https://www.example.com/", "https://example.org/"]
    ),
  ]
}
