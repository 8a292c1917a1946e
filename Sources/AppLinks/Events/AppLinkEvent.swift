/// Something that happened with a link, for analytics.
///
/// Names and arguments are those of Bolts, so that what collects them need not change.
public struct AppLinkEvent: Sendable, Hashable {
  /// The name of an event.
  public struct Name: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name, as Bolts spells it.
    public let rawValue: String

    /// Makes a name.
    ///
    /// - Parameter rawValue: The name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// An App Link was read: `al_link_parse`.
    public static let linkParse = Name(rawValue: "al_link_parse")

    /// The app was opened with an App Link: `al_nav_in`.
    ///
    /// It follows a `linkParse` with the same URL.
    public static let navigateIn = Name(rawValue: "al_nav_in")

    /// A link was navigated, with or without success: `al_nav_out`.
    public static let navigateOut = Name(rawValue: "al_nav_out")

    /// A link back to the referrer was navigated: `al_ref_back_out`.
    public static let referrerBackOut = Name(rawValue: "al_ref_back_out")

    /// The name.
    public var description: String { rawValue }
  }

  /// What happened.
  public let name: Name

  /// The circumstances; what is unknown is absent.
  ///
  /// Truth values are `0` and `1`.
  public let arguments: [String: String]

  /// Makes an event.
  ///
  /// - Parameters:
  ///   - name: What happened.
  ///   - arguments: The circumstances.
  public init(name: Name, arguments: [String: String]) {
    self.name = name
    self.arguments = arguments
  }
}
