import JSONValues

/// The keys of a server.
package struct APIKeys: Sendable, CustomStringConvertible {
  private let byKey: [String: APIKey]

  /// The names of the keys, without the secrets.
  package var description: String { "\(byKey.values.map(\.name).sorted())" }

  package init(_ keys: [APIKey] = []) {
    byKey = Dictionary(keys.map { ($0.key, $0) }) { first, _ in first }
  }

  /// Returns the key that a client sent.
  ///
  /// Keys are found by a hash with a secret seed, so that the time of a lookup reveals nothing
  /// about them.
  func key(_ text: String) -> APIKey? { byKey[text] }

  /// Reads the keys of a file.
  ///
  /// ```json
  /// [{"name": "shop", "key": "a long random text",
  ///   "urls_per_minute": 6000, "urls_per_request": 200}]
  /// ```
  package init(parsing bytes: some Sequence<UInt8>, defaults: ClientLimits) throws(SetupError) {
    let json: JSONValue
    do throws(JSONParseError) {
      json = try JSONValue(parsing: bytes)
    } catch {
      throw SetupError("The file with API keys is not JSON: \(error).")
    }
    guard let members = json.arrayValue else {
      throw SetupError("The file with API keys must be a list of objects.")
    }
    var keys: [APIKey] = []
    for (index, member) in members.enumerated() {
      let key = try Self.key(member, number: index + 1, defaults)
      // Limits are counted by name.
      if keys.contains(where: { $0.name == key.name }) {
        throw SetupError("Two API keys have the name '\(key.name)'; give them different names.")
      }
      if let other = keys.first(where: { $0.key == key.key }) {
        throw SetupError(
          "The API keys '\(other.name)' and '\(key.name)' have the same 'key'; make another one."
        )
      }
      keys.append(key)
    }
    self.init(keys)
  }

  private static func key(
    _ member: JSONValue,
    number: Int,
    _ defaults: ClientLimits
  ) throws(SetupError) -> APIKey {
    guard let name = member["name"]?.stringValue, !name.isEmpty else {
      throw SetupError("API key \(number) has no 'name'.")
    }
    let known: Set = [
      "name", "key", "urls_per_minute", "urls_per_request", "lookups_at_once",
    ]
    if let other = member.objectValue?.keys.sorted().first(where: { !known.contains($0) }) {
      throw SetupError("API key '\(name)' has an unknown member '\(other)'.")
    }
    guard let key = member["key"]?.stringValue, key.utf8.count >= 16,
      key.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else {
      throw SetupError(
        "API key '\(name)' needs a 'key' of at least 16 letters, digits and signs, such as "
          + "'openssl rand -hex 24' prints."
      )
    }
    var limits = defaults
    if let minute = try count("urls_per_minute", of: member, name) { limits.urlsPerMinute = minute }
    if member["urls_per_minute"]?.isNull == true { limits.urlsPerMinute = nil }
    if let request = try count("urls_per_request", of: member, name) {
      limits.urlsPerRequest = request
    }
    if let atOnce = try count("lookups_at_once", of: member, name) { limits.lookupsAtOnce = atOnce }
    return APIKey(name: name, key: key, limits: limits)
  }

  private static func count(
    _ member: String,
    of key: JSONValue,
    _ name: String
  ) throws(SetupError) -> Int? {
    guard let value = key[member], !value.isNull else { return nil }
    guard let count = value.intValue, (1...1_000_000_000).contains(count) else {
      throw SetupError("'\(member)' of API key '\(name)' must be a number of at least 1.")
    }
    return count
  }
}
