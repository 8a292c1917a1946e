public import JSONValues

/// The steps to try for a link, in order, determined before anything is opened.
///
/// ```swift
/// let plan = try NavigationPlan(for: link, extras: ["coupon": "SOCKS10"])
/// for step in plan.steps { print(step.kind, step.url) }
/// ```
///
/// The apps come first, in the order of the link, followed by the web page. Creating a plan has no
/// side effects, and the same link always results in the same plan. An ``AppLinkNavigator`` runs
/// the plan.
public struct NavigationPlan: Sendable, Hashable {
  /// The link of the plan.
  public let link: AppLink

  /// The data to send.
  public let data: OutboundData

  /// The steps to try, in order.
  public let steps: [NavigationStep]

  /// The reasons why parts of the link are not steps.
  public let skipped: [NavigationReason]

  /// Creates the plan for a link.
  ///
  /// - Parameters:
  ///   - link: The link, with the targets for this device.
  ///   - extras: The values to pass to the other app.
  ///   - data: Additional data to send. See ``OutboundData``.
  ///   - referrer: The app to return to.
  ///   - options: The URLs that may be opened, and the steps to try.
  /// - Throws: ``OutboundLinkError`` if the data cannot be encoded as JSON. An individual URL that
  ///   is invalid or too long is not an error but is listed in ``skipped``.
  public init(
    for link: AppLink,
    extras: [String: JSONValue] = [:],
    data: [String: JSONValue] = [:],
    referrer: Referrer? = nil,
    options: NavigationOptions = NavigationOptions()
  ) throws(OutboundLinkError) {
    let outbound = OutboundData(
      source: link.sourceURL,
      data: data,
      extras: extras,
      referrer: referrer,
      userAgent: options.userAgent
    )
    _ = try outbound.json()
    var planner = NavigationPlanner(link: link, data: outbound, options: options)
    planner.run()
    self.link = link
    self.data = outbound
    steps = planner.steps
    skipped = planner.skipped
  }
}
