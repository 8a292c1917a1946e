import AppLinks
import AppLinksTestSupport
import JSONValues
import Testing

@Suite struct URLRedactionTests {
  @Test(arguments: [
    ("https://e.com/p?a=1#top", "https://e.com/p?a=1#top"),
    ("https://e.com/?access_token=x&page=2", "https://e.com/?access_token=redacted&page=2"),
    ("x://?API_KEY=x&key=y&monkey=z", "x://?API_KEY=redacted&key=redacted&monkey=z"),
    ("x://#access_token=x&a=b", "x://#access_token=redacted&a=b"),
    ("x://#/p?token=x", "x://#/p?token=redacted"),
    ("https://user:pw@e.com/@", "https://redacted@e.com/@"),
    ("x://?%74oken=x", "x://?token=redacted"),
    (
      "x://?u=https%3A%2F%2Fe.com%2F%3Ftoken%3Dx",
      "x://?u=https%3A%2F%2Fe.com%2F%3Ftoken%3Dredacted"
    ),
    ("x://?next=/p?token%3Dx", "x://?next=%2Fp%3Ftoken%3Dredacted"),
    ("x://?next=%2Fp%23token%3Dx&a=b", "x://?next=%2Fp%23token%3Dredacted&a=b"),
    ("x://?next=/p?&q=what?#", "x://?next=/p?&q=what?#"),
    ("x://?token=&token", "x://?token=&token"),
    ("x://?al_applink_data=%7Bbroken", "x://?al_applink_data=redacted"),
    ("Facebook", "Facebook"), ("1.0", "1.0"), ("", ""), ("com.example.app", "com.example.app"),
  ])
  func hidesSecretsInURLs(_ text: String, _ expected: String) {
    #expect(URLRedaction.standard.redacted(text) == expected)
  }

  @Test func hidesExtrasAndSecretsInData() throws {
    let data: JSONValue = [
      "extras": ["a": 1, "b": ["c", nil, true], "d": ["e": "f"], "g": ""],
      "fb_access_token": "x", "list": [["password": 5]], "version": "1.0",
      "target_url": "https://e.com/?sig=abc&x=1",
    ]
    let expected: JSONValue = [
      "extras": [
        "a": "redacted", "b": ["redacted", nil, "redacted"], "d": ["e": "redacted"], "g": "",
      ],
      "fb_access_token": "redacted", "list": [["password": "redacted"]], "version": "1.0",
      "target_url": "https://e.com/?sig=redacted&x=1",
    ]
    #expect(URLRedaction.standard.redacted(data) == expected)
    let text = "x://?al_applink_data=" + escaped(try data.encoded())
    #expect(
      URLRedaction.standard.redacted(text) == "x://?al_applink_data="
        + escaped(try expected.encoded())
    )
  }

  /// Data without secrets, in every notation that a sender can use.
  @Test(arguments: [
    #"{"version":"1.0","target_url":"https:\/\/e.com\/?a=1"}"#,
    #"{ "version" : "1.0" , "extras" : {} , "a":[1.0,1e2,-0,null,true] }"#,
    #"{"b":"\u0041é","a":"","extras":{"x":null,"y":"","z":[]}}"#,
    #"{"target_url":"shop://x?al_applink_data=%7B%20%22b%22:1,%22a%22:2%7D"}"#, "{}", "[]", "1",
  ])
  func leavesDataWithoutSecretsAsItIs(_ data: String) {
    let bytes = data.utf8.map { UInt8($0) }
    let spellings = [
      escaped(data), escaped(data).replacing("%7B", with: "%7b").replacing("%2C", with: ","),
      bytes.map { ($0 < 16 ? "%0" : "%") + String($0, radix: 16) }.joined(),
    ]
    for spelling in spellings {
      for text in [
        "x://?a=1&al_applink_data=\(spelling)&b#c", "x://#?al%5Fapplink_data=\(spelling)",
      ] {
        #expect(URLRedaction.standard.redacted(text) == text)
      }
    }
  }

  @Test(arguments: [
    #"{"extras":{"a":"s3cret"},"extras":{}}"#, #"{"token":"s3cret","token":""}"#,
    #"{"a":{"b":1,"password":"s3cret","password":null}}"#,
    #"{"a":"x://?token=s3cret","a":""}"#,
  ])
  func hidesMembersThatOthersReplace(_ data: String) {
    let text = URLRedaction.standard.redacted("x://?al_applink_data=\(escaped(data))")
    #expect(!text.contains("s3cret"))
    #expect(text.hasPrefix("x://?al_applink_data=%7B"))
  }

  /// Everything after truncated data belongs to it, whatever it looks like.
  @Test(arguments: [
    #"x://?a=1&al_applink_data={"extras":{"a":"b&c=s3cret"}}"#,
    #"x://?a=1&al_applink_data={"target_url":"http://e.com/?a&s3cret","extras":{"a":"s3cret"}}"#,
    #"x://?a=1&al_applink_data={"target_url":"http://e.com/#a=b","extras":{"a":"s3cret"}}"#,
    #"x://?a=1&al_applink_data=%7B%22extras%22:%7B%22a%22:%22b&s3cret%22%7D%7D&b=2"#,
    #"x://?a=1&al_applink_data=%20%7B%22a%22:%22b&c%22,%22extras%22:%22s3cret%22%7D#s3cret"#,
  ])
  func hidesAllOfDataThatWasCut(_ text: String) {
    #expect(URLRedaction.standard.redacted(text) == "x://?a=1&al_applink_data=redacted")
    for start in ["x://?a=1#top?b", "x://?a=1#b"] {
      let inFragment = URLRedaction.standard.redacted(text.replacing("x://?a=1", with: start))
      #expect(inFragment.hasPrefix("\(start)&al_applink_data="))
      #expect(!inFragment.contains("s3cret"))
    }
  }

  @Test func keepsWhatFollowsWholeData() {
    for data in ["%7B%7D", "old", "%257B%257D", ""] {
      let text = URLRedaction.standard.redacted("x://?al_applink_data=\(data)&a=1#top")
      #expect(text.hasSuffix("&a=1#top"))
    }
  }

  @Test func canBeExtended() {
    var redaction = URLRedaction.standard
    redaction.secretNames.insert("email")
    #expect(redaction.redacted("x://?email=a&mail=b") == "x://?email=redacted&mail=b")
    #expect(redaction.isSecret("EMAIL"))
  }

  @Test func rulesFollowEachOther() {
    let own = AppLinkRedaction { name, value in name == "sourceApplication" ? nil : value + "!" }
    let event = AppLinkEvent(
      name: .navigateIn,
      arguments: ["inputURL": "x://?token=a", "sourceApplication": "b"]
    )
    let both = AppLinkRedaction.standard.followed(by: own).redacted(event)
    #expect(
      both == AppLinkEvent(name: .navigateIn, arguments: ["inputURL": "x://?token=redacted!"])
    )
    #expect(AppLinkRedaction.none.redacted(event) == event)
  }
}
