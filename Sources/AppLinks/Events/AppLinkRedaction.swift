/// Takes secrets out of events before anybody sees them.
///
/// Events carry whole URLs, and with them tokens that apps hand to each other. Analytics has no use
/// for those, and logs are a bad place for them.
///
/// ```swift
/// let own = AppLinkRedaction { name, value in name == "sourceApplication" ? nil : value }
/// let events = AppLinkEvents(redaction: .standard.followed(by: own))
/// ```
public struct AppLinkRedaction: Sendable {
  private let rule: @Sendable (_ name: String, _ value: String) -> String?

  /// Makes a redaction.
  ///
  /// - Parameter rule: Called for each argument of each event, inline on the thread that reports
  ///   the event. It returns what others may see of the value, or `nil` to leave the argument out.
  public init(_ rule: @escaping @Sendable (_ name: String, _ value: String) -> String?) {
    self.rule = rule
  }

  /// Hides the values of `extras`, and what looks like a secret in URLs and data; see
  /// ``URLRedaction``.
  public static let standard = AppLinkRedaction { _, value in URLRedaction.standard.redacted(value)
  }

  /// Hides nothing.
  public static let none = AppLinkRedaction { _, value in value }

  /// This redaction, and then another one.
  ///
  /// - Parameter other: What gets the values that this one left.
  /// - Returns: Both.
  public func followed(by other: AppLinkRedaction) -> AppLinkRedaction {
    AppLinkRedaction { name, value in
      self.rule(name, value).flatMap { other.rule(name, $0) }
    }
  }

  /// An event without its secrets.
  ///
  /// - Parameter event: The event.
  /// - Returns: An event of the same name.
  package func redacted(_ event: AppLinkEvent) -> AppLinkEvent {
    var arguments: [String: String] = [:]
    for (name, value) in event.arguments { arguments[name] = rule(name, value) }
    return AppLinkEvent(name: event.name, arguments: arguments)
  }
}
