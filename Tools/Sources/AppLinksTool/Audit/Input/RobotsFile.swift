/// The rules of a `robots.txt` for a client with a given name, according to RFC 9309.
struct RobotsFile: Sendable, Hashable {
  /// The addresses of sitemaps.
  private(set) var sitemaps: [String] = []

  /// The number of seconds between requests that the file specifies, or `nil` if it specifies none.
  private(set) var delay: Double?

  private var rules: [Rule] = []

  private struct Rule: Hashable {
    let pattern: [UInt8]
    let isAllowed: Bool
  }

  /// The maximum number of bytes to read.
  static let maximumBytes = 512 << 10

  /// A file that allows everything.
  static let empty = RobotsFile([], for: "")

  /// A file that allows nothing, for a server that responds with server errors.
  static let closed = RobotsFile(Array("user-agent: *\ndisallow: /".utf8), for: "")

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The content of the file.
  ///   - client: The name of the client, in lowercase.
  init(_ bytes: [UInt8], for client: String) {
    var own = Group()
    var others = Group()
    var isOwn = false
    var isForAll = false
    var namesClients = false
    let text = String(decoding: bytes.prefix(Self.maximumBytes), as: UTF8.self)
    for line in text.split(whereSeparator: \.isNewline) {
      guard let (key, value) = Self.parts(of: line) else { continue }
      switch key {
      case "user-agent":
        if !namesClients { (isOwn, isForAll) = (false, false) }
        namesClients = true
        let name = value.lowercased()
        if name == "*" { isForAll = true }
        if !client.isEmpty, name == client { isOwn = true }
        if isOwn { own.isNamed = true }
      case "sitemap": sitemaps.append(value)
      default:
        namesClients = false
        if isOwn { own.add(key, value) }
        if isForAll { others.add(key, value) }
      }
    }
    let group = own.isNamed ? own : others
    rules = group.rules
    delay = group.delay
  }

  private struct Group {
    var rules: [Rule] = []
    var delay: Double?
    var isNamed = false

    mutating func add(_ key: String, _ value: String) {
      switch key {
      case "allow", "disallow":
        // An empty rule has no effect.
        guard !value.isEmpty, rules.count < 10_000 else { return }
        rules.append(Rule(pattern: Array(value.utf8), isAllowed: key == "allow"))
      case "crawl-delay":
        if let seconds = Double(value), seconds >= 0 { delay = min(seconds, 60) }
      default: break
      }
    }
  }

  private static func parts(of line: Substring) -> (key: String, value: String)? {
    let content = line.prefix { $0 != "#" }
    guard let colon = content.firstIndex(of: ":") else { return nil }
    let key = content[..<colon].trimmed.lowercased()
    return (key, String(content[content.index(after: colon)...].trimmed))
  }

  /// Returns whether a client may request a path.
  ///
  /// The longest matching rule decides; among rules of the same length, one that allows does.
  ///
  /// - Parameter path: The path with its query, as in a request.
  /// - Returns: Whether the request is allowed.
  func allows(_ path: String) -> Bool {
    if path == "/robots.txt" { return true }
    let bytes = Array(path.utf8)
    var longest = -1
    var isAllowed = true
    for rule in rules where Self.matches(rule.pattern, bytes) {
      if rule.pattern.count > longest || rule.pattern.count == longest && rule.isAllowed {
        longest = rule.pattern.count
        isAllowed = rule.isAllowed
      }
    }
    return isAllowed
  }

  /// Returns whether a pattern with `*`, and with `$` at its end, matches the start of a path.
  ///
  /// Each part is searched from the left only, which is sufficient for patterns of this kind.
  private static func matches(_ pattern: [UInt8], _ path: [UInt8]) -> Bool {
    let isWhole = pattern.last == UInt8(ascii: "$")
    let body = isWhole ? pattern.dropLast() : pattern[...]
    let pieces = body.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
    var at = 0
    for (index, piece) in pieces.enumerated() {
      let isLast = index == pieces.count - 1
      if index == 0 {
        guard path.starts(with: piece) else { return false }
        at = piece.count
      } else if isLast, isWhole {
        return path.count - at >= piece.count && path.suffix(piece.count).elementsEqual(piece)
      } else if !piece.isEmpty {
        guard let range = path[at...].firstRange(of: piece) else { return false }
        at = range.upperBound
      }
    }
    return !isWhole || at == path.count
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var text = self
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
