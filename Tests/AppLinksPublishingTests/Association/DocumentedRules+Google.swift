import AppLinksPublishing

extension DocumentedRule {
  static let google = dynamicRules + queriesAndFragments + manifests + statements + hosts

  private static let dynamicRules: [DocumentedRule] = [
    android(
      .dynamicLinks,
      "a pattern is compared with the whole path",
      #"{"/":"/path1"}"#,
      opens: ["/path1", "/path1?a#b"],
      stays: ["/path1/", "/path12", "/Path1"]
    ),
    android(
      .dynamicLinks,
      "an asterisk matches any number of characters",
      #"{"/":"/buy/*"}"#,
      opens: ["/buy/1", "/buy/1/2", "/buy/"],
      stays: ["/buy", "/buyer"]
    ),
    android(
      .dynamicLinks,
      "a question mark matches one character",
      #"{"/":"/id/??"}"#,
      opens: ["/id/42"],
      stays: ["/id/4", "/id/421"]
    ),
    android(
      .dynamicLinks,
      "?* matches at least one character",
      #"{"/":"/a/?*"}"#,
      opens: ["/a/b", "/a/bc"],
      stays: ["/a/"]
    ),
    android(
      .dynamicLinks,
      "the first rule that matches decides",
      #"{"/":"/p1"},{"/":"*","exclude":true}"#,
      opens: ["/p1"],
      excluded: ["/p2"]
    ),
    android(
      .dynamicLinks,
      "an exclusion before other rules precedes them",
      #"{"/":"*","exclude":true},{"/":"/p1"}"#,
      excluded: ["/p1"]
    ),
    android(
      .dynamicLinks,
      "a URL that no rule matches is not opened",
      #"{"/":"/p1","exclude":true}"#,
      stays: ["/p2"],
      excluded: ["/p1"]
    ),
    android(
      .android15,
      "an asterisk ends at the first occurrence of what follows",
      #"{"/":"/foo*.bar"}"#,
      opens: ["/foo.bar", "/foo1.bar"],
      stays: ["/foo.bar.bar"]
    ),
    android(.android15, "escapes are decoded", #"{"/":"/a b"}"#, opens: ["/a%20b"]),
    android(
      .dynamicLinks,
      "releases before Android 15 have no rules",
      #"{"/":"/p1"}"#,
      release: 14,
      opens: ["/p1", "/p2"]
    ),
  ]

  private static let queriesAndFragments: [DocumentedRule] = [
    android(
      .dynamicLinks,
      "all items of a rule have to match, in any order, among others",
      #"{"?":{"dl":"*","in_app":"true"}}"#,
      opens: ["/x?lang=en&in_app=true&dl=a", "/?dl=a&in_app=true"],
      stays: ["/x?dl=a", "/x?in_app=true", "/x?dl=a&in_app=false"]
    ),
    android(
      .android15,
      "an item that is missing matches nothing",
      #"{"?":{"dl":"*"}}"#,
      stays: ["/x", "/x?a=1"]
    ),
    android(
      .android15,
      "one of several items of a name is enough",
      #"{"?":{"id":"42"}}"#,
      opens: ["/x?id=7&id=42"],
      stays: ["/x?id=7"]
    ),
    android(
      .dynamicLinks,
      "the fragment is compared as a whole",
      ##"{"#":"no_app","exclude":true},{"/":"*"}"##,
      opens: ["/x", "/x#no_apps"],
      excluded: ["/x#no_app"]
    ),
    android(.android15, "a missing fragment matches nothing", ##"{"#":"*"}"##, stays: ["/x"]),
    android(
      .dynamicLinks,
      "all parts of a rule have to match",
      ##"{"/":"/a","?":{"b":"c"},"#":"d"}"##,
      opens: ["/a?b=c#d"],
      stays: ["/a?b=c", "/a#d"]
    ),
    android(
      .dynamicLinks,
      "a query is an object; what other values do is not documented",
      #"{"?":"a=1"}"#,
      uncertain: ["/x?a=1"]
    ),
  ]

  private static let manifests: [DocumentedRule] = [
    android(
      .dynamicLinks,
      "rules do not widen the manifest",
      #"{"/":"*"}"#,
      app: app(paths: [.prefix("/shop")]),
      opens: ["/shop/1"],
      stays: ["/blog"]
    ),
    android(
      .manifest,
      "'pathPrefix' is the beginning of a path, and case matters",
      files: ["example.com": links(statement())],
      app: app(paths: [.prefix("/shop"), .exact("/about")]),
      opens: ["/shop", "/shops/1", "/about"],
      stays: ["/Shop", "/about/", "/"]
    ),
  ]

  private static func file(_ statement: String) -> [String: AssetLinks] {
    ["example.com": links(statement)]
  }

  private static let statements: [DocumentedRule] = [
    android(
      .associations,
      "a statement names the relation, the package and a certificate",
      files: file(statement()),
      opens: ["/x"]
    ),
    android(
      .associations,
      "another relation is another permission",
      files: file(statement(relation: "delegate_permission/common.get_login_creds")),
      unverified: ["/x"]
    ),
    android(
      .statementList,
      "a relation has no wildcards",
      files: file(statement(relation: "delegate_permission/*")),
      unverified: ["/x"]
    ),
    android(
      .associations,
      "the package is that of the app",
      files: file(statement(package: "com.example.other")),
      unverified: ["/x"]
    ),
    android(
      .associations,
      "the certificate is that of the installed app, not the upload key",
      files: file(statement(fingerprints: #""\#(Fingerprint.upload)""#)),
      unverified: ["/x"]
    ),
    android(
      .associations,
      "one of several certificates is enough",
      files: file(
        statement(fingerprints: #""\#(Fingerprint.upload)","\#(Fingerprint.play)""#)
      ),
      opens: ["/x"]
    ),
    android(
      .statementList,
      "a fingerprint is in uppercase",
      files: file(statement(fingerprints: #""\#(Fingerprint.play.lowercased())""#)),
      unverified: ["/x"]
    ),
    android(
      .statementList,
      "a file is a list",
      files: ["example.com": AssetLinks(parsing: statement())],
      unverified: ["/x"]
    ),
    android(
      .statementList,
      "a list that is no JSON is no list",
      files: ["example.com": AssetLinks(parsing: "[\(statement()),]")],
      unverified: ["/x"]
    ),
    android(
      .statementList,
      "statements about sites say nothing about apps",
      files: file(
        #"{"relation":["\#(AssetLinks.handleAllURLs)"],"target":{"namespace":"web","site":"https://example.com"}}"#
      ),
      unverified: ["/x"]
    ),
  ]

  private static let include = "https://example.com/a.json"

  private static let hosts: [DocumentedRule] = [
    android(
      .verification,
      "each host has a file of its own",
      files: file(statement()),
      app: app(["example.com", "www.example.com"]),
      opens: ["/x"],
      unverified: ["https://www.example.com/x"]
    ),
    android(
      .verification,
      "up to Android 11, one host without a file voids all",
      files: file(statement()),
      app: app(["example.com", "www.example.com"]),
      release: 11,
      unverified: ["/x"]
    ),
    android(
      .verification,
      "*.example.com is verified by the file of example.com",
      files: file(statement()),
      app: app(["*.example.com"]),
      opens: ["https://a.example.com/x"]
    ),
    android(
      .verification,
      "and not by the file of the subdomain",
      files: ["a.example.com": links(statement())],
      app: app(["*.example.com"]),
      unverified: ["https://a.example.com/x"]
    ),
    android(
      .statementList,
      "statements of an included file count",
      files: [
        "example.com": links(#"{"include":"\#(include)"}"#).including([include: links(statement())])
      ],
      opens: ["/x"]
    ),
    android(
      .statementList,
      "an included file includes no others",
      files: [
        "example.com": links(#"{"include":"\#(include)"}"#)
          .including([include: links(#"{"include":"https://example.com/b.json"}"#)])
      ],
      unverified: ["/x"]
    ),
  ]
}
