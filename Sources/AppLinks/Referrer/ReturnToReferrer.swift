/// The banner that leads back to the app a user came from: what it shows, and what its buttons do.
///
/// This is the whole behaviour, on every platform. A view shows it and calls ``takeBack()`` and
/// ``close()``.
///
/// ```swift
/// var banner = ReturnToReferrer()
/// banner.show(link)
/// if banner.isVisible { print(banner.text) }  // Touch to return to Facebook
/// if let back = banner.takeBack() { try await navigator.navigate(back) }
/// ```
///
/// Nothing is shown for a referrer whose name has nothing to show, or whose URL is none or is not
/// allowed by the policy. Once the user has closed the banner it stays closed until ``reopen()``;
/// once they went back, it stays hidden for the same link, and a new link shows it again.
public struct ReturnToReferrer: Sendable, Hashable {
  /// Whether the banner is seen.
  public enum State: String, Sendable, Hashable, Codable {
    /// There is nothing to go back to, or the user has gone back.
    case hidden

    /// The banner is seen.
    case visible

    /// The user does not want the banner.
    case closed
  }

  /// What the banner says.
  public var wording: Wording

  /// Which URLs the banner may lead to.
  ///
  /// One that would need a confirmation is not led to.
  public var policy: SchemePolicy

  /// Whether the banner is seen.
  public private(set) var state = State.hidden

  /// The app to go back to, while the banner is visible.
  public private(set) var referrer: Referrer?

  /// The link with which the user has gone back.
  private var usedLink: URLParts?
  private var shownLink: URLParts?

  /// Makes a hidden banner.
  ///
  /// - Parameters:
  ///   - wording: What the banner says.
  ///   - policy: Which URLs the banner may lead to.
  public init(wording: Wording = Wording(), policy: SchemePolicy = .standard) {
    self.wording = wording
    self.policy = policy
  }

  /// Shows the way back that a link names, or hides the banner if it names none.
  ///
  /// - Parameter link: The link that the app was opened with.
  public mutating func show(_ link: InboundLink) {
    if let usedLink, usedLink == link.input { return }
    show(link.referrer)
    shownLink = link.input
  }

  /// Shows the way back to a referrer, or hides the banner.
  ///
  /// - Parameter referrer: The app to go back to; `nil` for none.
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

  /// Hides the banner, because the user wants to go back.
  ///
  /// - Returns: The link to navigate; `nil` if the banner is not visible.
  public mutating func takeBack() -> AppLink? {
    guard isVisible, let link = referrer?.link else { return nil }
    state = .hidden
    referrer = nil
    usedLink = shownLink
    return link
  }

  /// Closes the banner, because the user does not want it.
  public mutating func close() {
    state = .closed
    referrer = nil
  }

  /// Lets the banner be shown again after it was closed.
  ///
  /// It stays hidden until something is shown.
  public mutating func reopen() {
    if state == .closed { state = .hidden }
    usedLink = nil
  }

  /// Whether the banner is seen.
  public var isVisible: Bool { state == .visible }

  /// What the banner says, safe to show; empty while it is not visible.
  public var text: String { referrer.map { wording.text(for: $0) } ?? "" }
}
