internal import Foundation

/// An HTML banner that returns the user from a page to the referring app.
///
/// The protocol also adds its data to web addresses, so a page can offer the way back as an app
/// does.
///
/// ```swift
/// let link = InboundLink("https://shop.example" + request.path)
/// if let html = ReferrerSnippet(link)?.html { page.insert(html) }
/// ```
///
/// The snippet is a `dialog` element with a link and a button that closes it. It needs no script
/// and, if ``includesStyle`` is `false`, no inline style, so it works under a strict content
/// security policy. All text from outside is escaped. A URL that the policy does not allow results
/// in no snippet.
public struct ReferrerSnippet: Sendable, Hashable {
  /// The app to return to.
  public let referrer: Referrer

  /// The texts of the banner.
  public var wording: ReturnToReferrer.Wording

  /// Whether the elements have inline styles that place the banner at the top of the page and make
  /// it large enough to touch.
  public var includesStyle = true

  private let backURL: String

  /// Creates the snippet for a link, or returns `nil` if the link names no referrer that may be
  /// shown.
  ///
  /// - Parameters:
  ///   - link: The link that opened the page.
  ///   - wording: The texts of the banner.
  ///   - policy: The policy that decides which URLs the banner may open.
  public init?(
    _ link: InboundLink,
    wording: ReturnToReferrer.Wording = ReturnToReferrer.Wording(),
    policy: SchemePolicy = .standard
  ) {
    guard let referrer = link.referrer else { return nil }
    self.init(referrer, wording: wording, policy: policy)
  }

  /// Creates the snippet for a referrer, or returns `nil` if it may not be shown.
  ///
  /// - Parameters:
  ///   - referrer: The app to return to.
  ///   - wording: The texts of the banner.
  ///   - policy: The policy that decides which URLs the banner may open.
  public init?(
    _ referrer: Referrer,
    wording: ReturnToReferrer.Wording = ReturnToReferrer.Wording(),
    policy: SchemePolicy = .standard
  ) {
    var banner = ReturnToReferrer(policy: policy)
    banner.show(referrer)
    guard let link = banner.takeBack() else { return nil }
    let plan = try? NavigationPlan(for: link, options: NavigationOptions(policy: policy))
    guard let step = plan?.steps.first else { return nil }
    self.referrer = referrer
    self.wording = wording
    backURL = step.url.absoluteString
  }

  /// The HTML of the snippet: one element, without a trailing line break.
  ///
  /// The classes are `applink-back`, `applink-back-link` and `applink-back-close`.
  public var html: String {
    let (before, after) = wording.textAroundName
    let name = referrer.displayName
    let language = wording.language.map { " lang=\"\(escaped($0))\"" } ?? ""
    return """
      <dialog open\(language) class="applink-back" aria-label="\(escaped(before + name + after))"\
      \(style(Styles.banner))><div\(style(Styles.row))>\
      <a class="applink-back-link" rel="nofollow noopener" href="\(escaped(backURL))"\
      \(style(Styles.link))>\
      \(escaped(before))<bdi>\(escaped(name))</bdi>\(escaped(after))</a>\
      <form method="dialog"><button class="applink-back-close" aria-label="\(escaped(wording.close))"\
      \(style(Styles.close))><span aria-hidden="true">&#215;</span></button></form>\
      </div></dialog>
      """
  }

  private enum Styles {
    static let banner =
      "position:sticky;top:0;z-index:1;box-sizing:border-box;width:100%;max-width:none;margin:0;"
      + "padding:0;border:0;background:#0062cc;color:#fff"
    static let row = "display:flex;align-items:center"
    static let link =
      "flex:1;display:flex;align-items:center;gap:.25em;min-height:44px;padding:0 12px;"
      + "color:inherit"
    static let close =
      "min-width:44px;min-height:44px;border:0;background:none;color:inherit;font-size:1.25em"
  }

  private func style(_ text: String) -> String { includesStyle ? " style=\"\(text)\"" : "" }

  private func escaped(_ text: String) -> String { HTMLText.escaped(text) }
}
