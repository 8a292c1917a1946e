public import JSONValues

/// The expected result of navigating a link.
public struct NavigationPreview: Sendable, Hashable {
  /// A step, and whether it would succeed.
  public struct Check: Sendable, Hashable {
    /// The step.
    public let step: NavigationStep

    /// Whether it would succeed.
    public let answer: Openability
  }

  /// The expected result of a navigation.
  public enum Expectation: Sendable, Hashable {
    /// This step would succeed, and all earlier steps would fail.
    case opens(step: NavigationStep)

    /// Whether this step would succeed is unknown, and so is the result.
    case unknown(step: NavigationStep)

    /// Nothing would be opened.
    case nothing
  }

  /// The plan of the navigation.
  public let plan: NavigationPlan

  /// The checked steps in order, up to the first that would succeed.
  public let checks: [Check]

  /// The expected result of a navigation.
  public var expectation: Expectation {
    guard let check = checks.first(where: { $0.answer != .no }) else { return .nothing }
    return check.answer == .yes ? .opens(step: check.step) : .unknown(step: check.step)
  }

  /// The expected kind of outcome, or `nil` if it is unknown.
  public var kind: NavigationOutcome.Kind? {
    switch expectation {
    case .nothing: .failed
    case .unknown: nil
    case .opens(let step):
      switch step.kind {
      case .app, .universalLink: .app
      case .store: .store
      case .web: .web
      }
    }
  }
}

extension AppLinkNavigator {
  /// Returns the expected result of navigating a link, without opening or reporting anything.
  ///
  /// The answer for a step that needs a confirmation is unknown.
  ///
  /// - Parameters:
  ///   - link: The link, with the targets for this device.
  ///   - extras: The values to pass to the other app.
  ///   - data: Additional data to send. See ``OutboundData``.
  ///   - referrer: The app to return to.
  /// - Returns: The plan and its expected result.
  /// - Throws: ``OutboundLinkError`` if the data cannot be encoded as JSON.
  public func preview(
    _ link: AppLink,
    extras: [String: JSONValue] = [:],
    data: [String: JSONValue] = [:],
    referrer: Referrer? = nil
  ) async throws(OutboundLinkError) -> NavigationPreview {
    let plan = try NavigationPlan(
      for: link,
      extras: extras,
      data: data,
      referrer: referrer,
      options: options
    )
    var checks: [NavigationPreview.Check] = []
    for step in plan.steps {
      var answer = await opener.canOpen(step)
      if answer == .yes, step.needsConfirmation { answer = .unknown }
      checks.append(NavigationPreview.Check(step: step, answer: answer))
      if answer == .yes { break }
    }
    return NavigationPreview(plan: plan, checks: checks)
  }
}
