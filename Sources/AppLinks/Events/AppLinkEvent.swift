/// An event about a link, for analytics.
///
/// The names and arguments are those of Bolts, so code that collects them continues to work.
public struct AppLinkEvent: Sendable, Hashable {
  /// The name of an event.
  public struct Name: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name, as in Bolts.
    public let rawValue: String

    /// Creates a name.
    ///
    /// - Parameter rawValue: The name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// An App Link was parsed: `al_link_parse`.
    public static let linkParse = Name(rawValue: "al_link_parse")

    /// An App Link opened the app: `al_nav_in`.
    ///
    /// The event follows a `linkParse` event with the same URL.
    public static let navigateIn = Name(rawValue: "al_nav_in")

    /// A link was navigated, successfully or not: `al_nav_out`.
    public static let navigateOut = Name(rawValue: "al_nav_out")

    /// A link back to the referrer was navigated: `al_ref_back_out`.
    public static let referrerBackOut = Name(rawValue: "al_ref_back_out")

    /// The name.
    public var description: String { rawValue }
  }

  /// The name of the event.
  public let name: Name

  /// The arguments of the event.
  ///
  /// Unknown values are absent.
  ///
  /// Boolean values are `0` and `1`.
  public let arguments: [String: String]

  /// Creates an event.
  ///
  /// - Parameters:
  ///   - name: The name of the event.
  ///   - arguments: The arguments of the event.
  public init(name: Name, arguments: [String: String]) {
    self.name = name
    self.arguments = arguments
  }
}
