extension RuleVectors {
  /// Rules of `apple-app-site-association`, and paths with query and fragment at its domain.
  static let apple =
    applePaths + appleQueries + appleFragments + appleEscapes + appleLists
    + appleOrder

  private static let applePaths = [
    RuleVectors(
      #"{"/":"/buy/*"}"#,
      opens: ["/buy", "/buy/", "/buy//", "/buy/1", "/buy/1/", "/buy/1/2/3", "/buy/*", "/buy/?x=/"],
      stays: ["/", "/bu", "/buyer", "/buy1", "/Buy/1", "/BUY", "/x/buy/1", "/buy%2F1"]
    ),
    RuleVectors(
      #"{"/":"/buy"}"#,
      opens: ["/buy", "/buy/", "/buy///", "/buy?x", "/buy#x", "/buy/?x#y"],
      stays: ["/", "/buy/1", "/buys", "/buY", "/xbuy"]
    ),
    RuleVectors(
      #"{"/":"buy/"}"#,
      opens: ["/buy", "/buy/", "/buy?x=1"],
      stays: ["/", "/b", "/buy/1"]
    ),
    RuleVectors(
      #"{"/":"/*.html"}"#,
      opens: ["/a.html", "/.html", "/a/b.html", "/a.html/", "/a.html.html", "/a.html?x.htm"],
      stays: ["/a.htm", "/a.html5", "/a.HTML", "/html", "/?a.html", "/#a.html"]
    ),
    RuleVectors(
      #"{"/":"/?"}"#,
      opens: ["/a", "/b/", "/~", "/-"],
      stays: ["/", "", "/ab", "/a/b"]
    ),
    RuleVectors(
      #"{"/":"/?*"}"#,
      opens: ["/a", "/ab", "/a/b", "/a/"],
      stays: ["/", "", "?a", "#a"]
    ),
    RuleVectors(
      #"{"/":"/a/?/c"}"#,
      opens: ["/a/b/c", "/a/x/c/", "/a/-/c"],
      stays: ["/a/c", "/a/bb/c", "/a/b/d", "/a/b"]
    ),
    RuleVectors(
      #"{"/":"/a*b*c"}"#,
      opens: ["/abc", "/aXbXc", "/abbc", "/a/b/c", "/abcbc", "/ab/bc/c"],
      stays: ["/ac", "/abcd", "/acb", "/bac"]
    ),
    RuleVectors(
      #"{"/":"/*/reviews/*"}"#,
      opens: ["/7/reviews/1", "/7/8/reviews/", "/7/reviews", "/7/reviews/1/2"],
      stays: ["/reviews/1", "/7/review/1", "/7/reviewsX", "/reviews"]
    ),
    RuleVectors(
      #"{"/":"*"}"#,
      opens: ["", "/", "/a", "/a/b?c#d", "/%20", "?", "#"],
      stays: []
    ),
    RuleVectors(
      #"{"/":"/a.b"}"#,
      opens: ["/a.b", "/a.b/"],
      stays: ["/aXb", "/a", "/a.b.c"]
    ),
    RuleVectors(
      #"{"/":"/(a|b)[0-9]+"}"#,
      opens: ["/(a|b)[0-9]+"],
      stays: ["/a1", "/b22", "/(a|b)"]
    ),
  ]

  private static let appleQueries = [
    RuleVectors(
      #"{"?":"a=1*"}"#,
      opens: ["/?a=1", "?a=12", "/x?a=1&b=2", "/x?a=1#y"],
      stays: ["/", "/?b=2&a=1", "/?A=1", "/?a=2", "/?", "/#?a=1"]
    ),
    RuleVectors(
      #"{"?":{"id":"?*"}}"#,
      opens: ["/?id=1", "/?x=1&id=2", "/?id=%20", "/?id=1&id=2", "/?id=a=b"],
      stays: ["/", "/?id", "/?id=", "/?ID=1", "/?xid=1", "/?id=1&id=", "/#?id=1"]
    ),
    RuleVectors(
      #"{"?":{"id":"????","lang":"de"}}"#,
      opens: ["/?id=1234&lang=de", "/?lang=de&id=abcd", "/?x&id=1234&lang=de&y=1"],
      stays: ["/?id=1234", "/?lang=de", "/?id=123&lang=de", "/?id=1234&lang=DE", "/"]
    ),
    RuleVectors(
      #"{"?":{"a":"*x*"}}"#,
      opens: ["/?a=x", "/?a=1x2", "/?a=xx", "/?b&a=/x/"],
      stays: ["/?a=1", "/?a", "/", "/?x", "/?a=x&a=1"]
    ),
    RuleVectors(
      #"{"?":{"a":""}}"#,
      opens: ["/", "/?", "/?a", "/?a=", "/?b=1", "/?a&a="],
      stays: ["/?a=1", "/?a=%20", "/?a&a=1"]
    ),
    RuleVectors(
      #"{"/":"/p/*","?":{"q":"1"}}"#,
      opens: ["/p?q=1", "/p/2?q=1", "/p/2/?q=1&r"],
      stays: ["/p", "/x?q=1", "/p/2?q=2", "/p/2#?q=1"]
    ),
    RuleVectors(#"{"?":{}}"#, opens: ["/", "/?a=1", "/x?"], stays: []),
    RuleVectors(#"{"?":""}"#, opens: ["/", "/x", "/x?", "/#a"], stays: ["/?a", "/?a=1", "/?="]),
  ]

  private static let appleFragments = [
    RuleVectors(
      ##"{"#":"top"}"##,
      opens: ["/#top", "/a?b#top", "#top"],
      stays: ["/", "/#", "/#Top", "/#top1", "/top", "/?top"]
    ),
    RuleVectors(
      ##"{"#":"/item/*"}"##,
      opens: ["/#/item/1", "/#/item/", "/x#/item/1/2?z"],
      stays: ["/#/items/1", "/item/1", "/#item/1"]
    ),
    RuleVectors(
      ##"{"/":"/a","?":"b","#":"c"}"##,
      opens: ["/a?b#c", "/a/?b#c"],
      stays: ["/a?b", "/a#c", "/?b#c", "/a?c#b", "/a?b#c#"]
    ),
    RuleVectors(
      ##"{"#":""}"##,
      opens: ["/", "/#", "/a?b"],
      stays: ["/#a", "/##"]
    ),
  ]

  private static let appleEscapes = [
    RuleVectors(
      #"{"/":"/a%2Fb"}"#,
      opens: ["/a%2Fb", "/a%2Fb/"],
      stays: ["/a/b", "/a%2fb", "/a%252Fb"]
    ),
    RuleVectors(
      #"{"/":"/red socks","percentEncoded":false}"#,
      opens: ["/red%20socks", "/%72ed%20socks", "/red%20socks/"],
      stays: ["/red+socks", "/redsocks", "/red%2520socks"]
    ),
    RuleVectors(
      #"{"/":"/SHOP/*","caseSensitive":false}"#,
      opens: ["/shop/1", "/SHOP", "/Shop/x/Y", "/sHoP/"],
      stays: ["/shops", "/shoP1", "/"]
    ),
    RuleVectors(
      ##"{"#":"TOP","caseSensitive":false}"##,
      opens: ["/#top", "/#Top", "/x#TOP"],
      stays: ["/", "/#to", "/top"]
    ),
    RuleVectors(
      #"{"?":{"q":"Yes"},"caseSensitive":false}"#,
      opens: ["/?q=yes", "/?q=YES", "/?a&q=Yes"],
      stays: ["/?q=no", "/", "/?r=yes"]
    ),
  ]

  private static let appleLists = [
    RuleVectors(
      #"{"/":"/$(digit)$(digit)"}"#,
      opens: ["/42", "/00/", "/99?x"],
      stays: ["/4", "/421", "/4x", "/"]
    ),
    RuleVectors(
      #"{"/":"/$(upper)$(lower)*"}"#,
      opens: ["/Ab", "/Zzz", "/Qa/b"],
      stays: ["/ab", "/AB", "/A", "/1a"]
    ),
    RuleVectors(
      #"{"/":"/x$(xdigit)$(alnum)$(alpha)"}"#,
      opens: ["/xf1a", "/x0Zz", "/xABC"],
      stays: ["/xg1a", "/xf1", "/xf-a", "/xf11"]
    ),
    RuleVectors(
      #"{"/":"/$(lang)/$(region)"}"#,
      opens: ["/de/DE", "/en/US", "/fr/CA/"],
      stays: ["/DE/de", "/de/UK", "/d/DE", "/deu1/DE", "/de"]
    ),
    RuleVectors(
      #"{"/":"/menu/$(food)/*"}"#,
      opens: ["/menu/pizza", "/menu/pizza/1", "/menu/sushi/", "/menu/pie-1", "/menu/pie-/2"],
      stays: ["/menu/tacos", "/menu/Pizza", "/menu/pizzas", "/menu/pie", "/menu/"]
    ),
  ]

  private static let appleOrder = [
    RuleVectors(
      #"{"/":"/help/*","exclude":true},{"/":"*"}"#,
      opens: ["/", "/a", "/helper", "/x/help/1"],
      excluded: ["/help", "/help/", "/help/1"]
    ),
    RuleVectors(
      ##"{"#":"no_app","exclude":true},{"?":{"app":"0"},"exclude":true},{"/":"/a/*"}"##,
      opens: ["/a", "/a/b", "/a?app=1", "/a#app", "/a?app"],
      stays: ["/", "/b", "/b?app=1"],
      excluded: ["/a#no_app", "/b#no_app", "/b?app=0", "/a/b?x&app=0"]
    ),
    RuleVectors(
      #"{"/":"/a"},{"/":"/a*","exclude":true},{"/":"/ab"}"#,
      opens: ["/a", "/a/"],
      stays: ["/", "/b"],
      excluded: ["/ab", "/abc", "/a/b"]
    ),
  ]

  /// Rules of `paths`.
  static let applePathsStyle = [
    RuleVectors(
      #""/buy/*","NOT /help/*","/help/*","/id/????""#,
      opens: ["/buy", "/buy/1", "/buy/1?x#y", "/id/1234", "/id/abcd/"],
      stays: ["/", "/id/123", "/id/12345", "/Buy/1"],
      excluded: ["/help", "/help/1", "/help/?buy"]
    ),
    RuleVectors(
      #""NOT *.pdf","*""#,
      opens: ["/", "/a", "/a.PDF", "/a?b.pdf"],
      excluded: ["/a.pdf", "/b/c.pdf", "/.pdf"]
    ),
  ]
}
