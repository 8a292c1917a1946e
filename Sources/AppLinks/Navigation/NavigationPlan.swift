public import JSONValues

/// What will be tried to navigate a link, in order, decided before anything is opened.
///
/// ```swift
/// let plan = try NavigationPlan(for: link, extras: ["coupon": "SOCKS10"])
/// for step in plan.steps { print(step.kind, step.url) }
/// ```
///
/// The apps come first, in the order of the link, then the web page. Making a plan has no effect,
/// and the same link always gives the same plan. An ``AppLinkNavigator`` carries it out.
public struct NavigationPlan: Sendable, Hashable {
  /// The link that the plan is for.
  public let link: AppLink

  /// What is sent along.
  public let data: OutboundData

  /// What to try, in order.
  public let steps: [NavigationStep]

  /// Why parts of the link are no step.
  public let skipped: [NavigationReason]

  /// Makes the plan for a link.
  ///
  /// - Parameters:
  ///   - link: The link, with the targets for the device at hand.
  ///   - extras: What to tell the other app.
  ///   - data: What else to send; see ``OutboundData``.
  ///   - referrer: How to come back.
  ///   - options: What may be opened, and what is tried.
  /// - Throws: ``OutboundLinkError`` if the data cannot be written as JSON. A single URL that is
  ///   wrong or too long is no error: it is in ``skipped``.
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
