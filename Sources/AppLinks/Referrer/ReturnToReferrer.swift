/// The model of a banner that returns the user to the referring app.
///
/// The model contains the whole behavior and works on every platform. A view shows it and calls
/// ``takeBack()`` and ``close()``.
///
/// ```swift
/// var banner = ReturnToReferrer()
/// banner.show(link)
/// if banner.isVisible { print(banner.text) }
/// // Touch to return to Facebook
/// if let back = banner.takeBack() { try await navigator.navigate(back) }
/// ```
///
/// The banner is not shown if the name of the referrer has nothing to display, or if its URL is
/// invalid or not allowed by the policy. After the user closes the banner, it remains closed until
/// you call ``reopen()``. After the user goes back, it remains hidden for the same link; a new link
/// shows it again.
public struct ReturnToReferrer: Sendable, Hashable {
  /// The visibility of the banner.
  public enum State: String, Sendable, Hashable, Codable {
    /// There is no app to return to, or the user has gone back.
    case hidden

    /// The banner is visible.
    case visible

    /// The user has closed the banner.
    case closed
  }

  /// The texts of the banner.
  public var wording: Wording

  /// The policy that decides which URLs the banner may open.
  ///
  /// The banner does not offer a URL that needs a confirmation.
  public var policy: SchemePolicy

  /// The visibility of the banner.
  public private(set) var state = State.hidden

  /// The app to return to while the banner is visible.
  public private(set) var referrer: Referrer?

  /// The link with which the user went back.
  private var usedLink: URLParts?
  private var shownLink: URLParts?

  /// Creates a hidden banner.
  ///
  /// - Parameters:
  ///   - wording: The texts of the banner.
  ///   - policy: The policy that decides which URLs the banner may open.
  public init(wording: Wording = Wording(), policy: SchemePolicy = .standard) {
    self.wording = wording
    self.policy = policy
  }

  /// Shows the referrer of a link, or hides the banner if the link has none.
  ///
  /// - Parameter link: The link that opened the app.
  public mutating func show(_ link: InboundLink) {
    if let usedLink, usedLink == link.input { return }
    show(link.referrer)
    shownLink = link.input
  }

  /// Shows a referrer, or hides the banner.
  ///
  /// - Parameter referrer: The app to return to, or `nil` to hide the banner.
  public mutating func show(_ referrer: Referrer?) {
    shownLink = nil
    usedLink = nil
    if state == .closed { return }
    let isGood = referrer.map { isAllowed($0) } ?? false
    self.referrer = isGood ? referrer : nil
    state = isGood ? .visible : .hidden
  }

  private func isAllowed(_ referrer: Referrer) -> Bool {
    !referrer.displayName.isEmpty && referrer.link != nil
      && policy.verdict(for: URLParts(referrer.rawURL), as: .app) == .allowed
  }

  /// Hides the banner because the user wants to go back.
  ///
  /// - Returns: The link to navigate, or `nil` if the banner is not visible.
  public mutating func takeBack() -> AppLink? {
    guard isVisible, let link = referrer?.link else { return nil }
    state = .hidden
    referrer = nil
    usedLink = shownLink
    return link
  }

  /// Closes the banner because the user does not want it.
  public mutating func close() {
    state = .closed
    referrer = nil
  }

  /// Allows the banner to be shown again after the user closed it.
  ///
  /// The banner remains hidden until you show a link or a referrer.
  public mutating func reopen() {
    if state == .closed { state = .hidden }
    usedLink = nil
  }

  /// The visibility of the banner.
  public var isVisible: Bool { state == .visible }

  /// The text of the banner, safe to display.
  ///
  /// It is empty while the banner is not visible.
  public var text: String { referrer.map { wording.text(for: $0) } ?? "" }
}
