extension RuleVectors {
  /// Dynamic rules of `assetlinks.json`, and paths with query and fragment at its host.
  static let android = [
    RuleVectors(
      #"{"/":"/buy"}"#,
      opens: ["/buy", "/buy?x", "/buy#x", "/%62uy"],
      stays: ["/", "/buy/", "/Buy", "/buy/1", "/buys"]
    ),
    RuleVectors(
      #"{"/":"/buy/*"}"#,
      opens: ["/buy/", "/buy/1", "/buy/1/2", "/buy/?q", "/buy%2F1"],
      stays: ["/buy", "/", "/buyer", "/BUY/1"]
    ),
    RuleVectors(
      #"{"/":"*"}"#,
      opens: ["/", "/a", "/a/b?c#d", "/%20"]
    ),
    RuleVectors(
      #"{"/":"/a/*/c"}"#,
      opens: ["/a/b/c", "/a//c", "/a/x1/c"],
      stays: ["/a/c", "/a/b/c/", "/a/b/x/c", "/a/b/d"]
    ),
    RuleVectors(
      #"{"/":"/id/??"}"#,
      opens: ["/id/42", "/id/ab", "/id/%20x", "/id//x"],
      stays: ["/id/4", "/id/421", "/id/", "/ID/42"]
    ),
    RuleVectors(
      #"{"/":"/a/?*"}"#,
      opens: ["/a/b", "/a/b/c", "/a//"],
      stays: ["/a/", "/a", "/b/a"]
    ),
    RuleVectors(
      #"{"/":"/*.html"}"#,
      opens: ["/a.html", "/.html", "/a/b.html"],
      stays: ["/a.b.html", "/a.htm", "/a.html/", "/a.HTML"]
    ),
    RuleVectors(
      #"{"/":"/red socks"}"#,
      opens: ["/red%20socks", "/%72ed%20socks"],
      stays: ["/red%2520socks", "/redsocks", "/red%20socks/"]
    ),
    RuleVectors(
      #"{"?":{"a":"1"}}"#,
      opens: ["/?a=1", "/x?b&a=1", "/?a=2&a=1", "/?a=%31"],
      stays: ["/", "/?a", "/?a=", "/?a=12", "/?A=1", "/?b=1", "/#?a=1"]
    ),
    RuleVectors(
      #"{"?":{"a":"1*"}}"#,
      opens: ["/?a=1", "/?a=12", "/?a=1%20"],
      stays: ["/?a=21", "/?b=1", "/?a="]
    ),
    RuleVectors(
      #"{"?":{"a":"*","b":"?"}}"#,
      opens: ["/?a=&b=1", "/?b=2&a=1", "/?b=22&b=2&a=x"],
      stays: ["/?a=1", "/?b=1", "/?a=1&b=", "/?a=1&b=22", "/"]
    ),
    RuleVectors(
      ##"{"#":"top*"}"##,
      opens: ["/#top", "/a?b#top1"],
      stays: ["/", "/#", "/#to", "/top", "/#Top"]
    ),
    RuleVectors(
      ##"{"/":"/a","?":{"b":"c"},"#":"d"}"##,
      opens: ["/a?b=c#d", "/a?x&b=c#d"],
      stays: ["/a?b=c", "/a#d", "/?b=c#d", "/a/?b=c#d"]
    ),
    RuleVectors(
      ##"{"#":"no_app","exclude":true},{"/":"/help/*","exclude":true},{"/":"*"}"##,
      opens: ["/", "/help", "/a#app"],
      excluded: ["/#no_app", "/help/", "/help/1", "/a?b#no_app"]
    ),
    RuleVectors(#"{"exclude":true},{"/":"/a"}"#, opens: ["/a"], stays: ["/", "/b"]),
  ]
}
