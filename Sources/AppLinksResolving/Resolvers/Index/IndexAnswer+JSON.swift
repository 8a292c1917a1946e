internal import AppLinks
public import JSONValues

extension IndexAnswer {
  /// Creates an answer from the JSON of a Graph API.
  ///
  /// ```json
  /// {"https://shop.example/socks": {"id": "…", "app_links": {
  ///   "ios": [{"url": "shop://socks", "app_store_id": 12345, "app_name": "Shop"}],
  ///   "web": {"url": "https://m.shop.example/socks", "should_fallback": true}
  /// }}}
  /// ```
  ///
  /// The initializer converts the answer to equivalent tags. It tolerates variations: numbers and
  /// Boolean values count as their text, an object counts as a list with one element, a URL without
  /// `app_links` has no tags, and a URL with an `error` fails without affecting the others. `web`
  /// must be one object, and its `should_fallback` a Boolean value, because Facebook's SDK reads
  /// nothing else; otherwise the URL fails. Everything else is ignored.
  ///
  /// - Parameter json: The answer, an object with a member for each URL.
  /// - Throws: An ``IndexError`` if the answer is not an object or if it reports an error as a
  ///   whole.
  public init(json: JSONValue) throws(IndexError) {
    guard let members = json.objectValue else {
      throw IndexError(message: "the answer of the index is not a JSON object")
    }
    if let message = IndexAnswer.message(ofErrorIn: json) { throw IndexError(message: message) }
    self.init(entries: members.mapValues(IndexAnswer.entry))
  }

  private static func entry(of json: JSONValue) -> Entry {
    if let message = message(ofErrorIn: json) { return .failure(message: message) }
    guard let platforms = json["app_links"]?.objectValue else {
      return .metadata(AppLinkMetadata(tags: []))
    }
    if let message = message(aboutWeb: platforms["web"]) { return .failure(message: message) }
    var tags: [AppLinkTag] = []
    for (platform, value) in platforms.sorted(by: { $0.key < $1.key }) where isName(platform) {
      let groups = value.arrayValue ?? [value]
      for group in groups {
        guard let keys = group.objectValue, !keys.isEmpty else { continue }
        tags.append(AppLinkTag(property: "al:\(platform)", content: nil))
        for (key, value) in keys.sorted(by: { $0.key < $1.key }) where isName(key) {
          guard let text = text(of: value) else { continue }
          tags.append(AppLinkTag(property: "al:\(platform):\(key)", content: text))
        }
      }
    }
    return .metadata(AppLinkMetadata(tags: tags))
  }

  /// Returns the message of an `error` member, or `nil` if there is none.
  private static func message(ofErrorIn json: JSONValue) -> String? {
    guard let error = json["error"], !error.isNull, json["app_links"] == nil else { return nil }
    let text = error["message"]?.stringValue ?? error.stringValue ?? "no reason given"
    return "the index reports an error: \(SafeText.displayable(text, maximumLength: 200))"
  }

  /// Returns why a `web` member cannot be read, or `nil` if it can be.
  private static func message(aboutWeb web: JSONValue?) -> String? {
    guard let web, !web.isNull else { return nil }
    guard let members = web.objectValue else {
      return "'web' in the answer of the index is not an object; it has one web page"
    }
    switch members["should_fallback"] {
    case nil, .null?, .bool?: return nil
    default: return "'should_fallback' in the answer of the index is neither true nor false"
    }
  }

  private static func text(of value: JSONValue) -> String? {
    switch value {
    case .string(let text): text
    case .bool(let isTrue): isTrue ? "true" : "false"
    case .integer(let number): "\(number)"
    case .double(let number): "\(number)"
    case .null, .array, .object: nil
    }
  }

  /// Returns whether a word can be a component of a property.
  static func isName(_ word: String) -> Bool {
    !word.isEmpty && word.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
  }
}

/// An error that describes why the answer of an index is unusable.
public struct IndexError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A message for people that says what is wrong.
  public let message: String

  /// Creates an error.
  ///
  /// - Parameter message: What is wrong.
  public init(message: String) { self.message = message }

  /// The message.
  public var description: String { message }
}
