import AppLinks
import AppLinksPublishing
import AppLinksResolving
import JSONValues
import ToolSupport

/// Statements about pages that have to hold, from a file.
struct AuditAssertions: Sendable {
  private(set) var assertions: [Assertion] = []

  /// A statement about the pages whose URL matches a pattern.
  struct Assertion: Sendable, Hashable {
    let page: String
    let claim: Claim

    /// The condition that has to hold.
    enum Claim: Sendable, Hashable {
      /// The first app of the page for a device is opened by a URL that matches a pattern.
      case opens(DeviceIdiom, String)

      /// The association file of a platform lets an app open the page.
      case app(AssociationAnswer.Platform, String)
    }
  }

  init() {}

  /// Reads a file: an array of objects with `page`, and with `device` and `opens`, or with
  /// `platform` and `app`.
  ///
  /// - Parameters:
  ///   - bytes: The content of the file.
  ///   - path: The name of the file, for errors.
  /// - Throws: A ``ToolError`` that names the invalid statement.
  init(_ bytes: [UInt8], _ path: String) throws(ToolError) {
    let json: JSONValue
    do {
      json = try JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw ToolError(.failed, "'\(path)' is not JSON: \(error).")
    }
    guard let elements = json.arrayValue else {
      throw ToolError(.failed, "'\(path)' is not an array of assertions.")
    }
    for (index, element) in elements.enumerated() {
      guard let assertion = Assertion(element) else {
        throw ToolError(
          .failed,
          "'\(path)': [\(index)] is not an assertion. Write 'page', 'device' and 'opens', or "
            + "'page', 'platform' and 'app'."
        )
      }
      assertions.append(assertion)
    }
  }

  /// Returns the findings about a page.
  ///
  /// - Parameters:
  ///   - url: The URL of the page, as requested.
  ///   - metadata: The App Links of the page.
  ///   - host: The host of the page.
  /// - Returns: A finding for each assertion about the page that does not hold.
  func findings(
    about url: String,
    _ metadata: AppLinkMetadata,
    _ host: LinkedHost?
  ) -> [LintFinding] {
    assertions.filter { Glob.matches($0.page, url) }.compactMap { assertion in
      switch assertion.claim {
      case .opens(let device, let pattern):
        let first = metadata.targets(for: device).first?.rawURL
        if let first, Glob.matches(pattern, first) { return nil }
        return Self.failure(
          "On \(device.rawValue), the page opens \(first.map { "'\($0)'" } ?? "no app") and not "
            + "'\(pattern)'."
        )
      case .app(let platform, let id):
        let answer = host?.answer(for: url, on: platform)
        let app = answer?.apps.first { $0.id == id }
        if app?.verdict == .opens { return nil }
        let reason =
          answer == nil
          ? "there is no file that devices use" : app?.verdict.rawValue ?? "not in the file"
        return Self.failure("On \(platform.rawValue), '\(id)' does not open the page: \(reason).")
      }
    }
  }

  /// Returns the findings about assertions that no page of an audit matches.
  func unmatched(by pages: [String]) -> [LintFinding] {
    assertions.filter { assertion in !pages.contains { Glob.matches(assertion.page, $0) } }
      .map { assertion in
        LintFinding(
          code: "assertion-unmatched",
          severity: .error,
          message: "No page of the audit matches '\(assertion.page)'.",
          advice: "Correct the assertion, or add the page to the audit."
        )
      }
  }

  private static func failure(_ message: String) -> LintFinding {
    LintFinding(
      code: "assertion-failed",
      severity: .error,
      message: message.printable,
      advice: "Correct the page, the file, or the assertion."
    )
  }
}

extension AuditAssertions.Assertion {
  fileprivate init?(_ json: JSONValue) {
    guard let members = json.objectValue, let page = members["page"]?.stringValue else {
      return nil
    }
    self.page = page
    switch Set(members.keys) {
    case ["page", "device", "opens"]:
      guard let name = members["device"]?.stringValue, let device = DeviceIdiom(argument: name),
        let pattern = members["opens"]?.stringValue
      else { return nil }
      claim = .opens(device, pattern)
    case ["page", "platform", "app"]:
      guard let name = members["platform"]?.stringValue,
        let platform = AssociationAnswer.Platform(rawValue: name),
        let app = members["app"]?.stringValue
      else { return nil }
      claim = .app(platform, app)
    default: return nil
    }
  }
}

/// Patterns in which `*` stands for any text.
enum Glob {
  /// Returns whether a pattern matches a text, in time proportional to both lengths.
  static func matches(_ pattern: String, _ text: String) -> Bool {
    let pieces = Array(pattern.utf8)
      .split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
    let bytes = Array(text.utf8)
    guard let first = pieces.first, let last = pieces.last else { return text.isEmpty }
    if pieces.count == 1 { return bytes.elementsEqual(first) }
    guard bytes.starts(with: first) else { return false }
    var at = first.count
    for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
      guard let range = bytes[at...].firstRange(of: piece) else { return false }
      at = range.upperBound
    }
    return bytes.count - at >= last.count && bytes.suffix(last.count).elementsEqual(last)
  }
}
