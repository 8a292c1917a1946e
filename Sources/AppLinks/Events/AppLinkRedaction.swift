/// A rule that removes secrets from events before they are delivered.
///
/// Events carry whole URLs, including tokens that apps pass to each other. Analytics does not need
/// these tokens, and they do not belong in logs.
///
/// ```swift
/// let own = AppLinkRedaction { name, value in
///   name == "sourceApplication" ? nil : value
/// }
/// let events = AppLinkEvents(redaction: .standard.followed(by: own))
/// ```
public struct AppLinkRedaction: Sendable {
  private let rule: @Sendable (_ name: String, _ value: String) -> String?

  /// Creates a redaction.
  ///
  /// - Parameter rule: A closure that is called for each argument of each event, inline on the
  ///   thread that reports the event. It returns the value to deliver, or `nil` to omit the
  ///   argument.
  public init(_ rule: @escaping @Sendable (_ name: String, _ value: String) -> String?) {
    self.rule = rule
  }

  /// Hides the values of `extras` and anything that looks like a secret in URLs and data.
  ///
  /// See ``URLRedaction``.
  public static let standard = AppLinkRedaction { _, value in
    URLRedaction.standard.redacted(value)
  }

  /// Hides nothing.
  public static let none = AppLinkRedaction { _, value in value }

  /// Returns a redaction that applies this redaction and then another one.
  ///
  /// - Parameter other: The redaction that receives the results of this one.
  /// - Returns: The combined redaction.
  public func followed(by other: AppLinkRedaction) -> AppLinkRedaction {
    AppLinkRedaction { name, value in
      self.rule(name, value).flatMap { other.rule(name, $0) }
    }
  }

  /// Returns an event without its secrets.
  ///
  /// - Parameter event: The event.
  /// - Returns: An event with the same name.
  package func redacted(_ event: AppLinkEvent) -> AppLinkEvent {
    var arguments: [String: String] = [:]
    for (name, value) in event.arguments { arguments[name] = rule(name, value) }
    return AppLinkEvent(name: event.name, arguments: arguments)
  }
}
