public import JSONValues

/// What navigating a link would do.
public struct NavigationPreview: Sendable, Hashable {
  /// One step, and whether it would succeed.
  public struct Check: Sendable, Hashable {
    /// The step.
    public let step: NavigationStep

    /// Whether it would succeed.
    public let answer: Openability
  }

  /// What is to be expected.
  public enum Expectation: Sendable, Hashable {
    /// This step would succeed, and all before it would not.
    case opens(step: NavigationStep)

    /// Whether this step would succeed cannot be told, and so neither what would happen.
    case unknown(step: NavigationStep)

    /// Nothing would be opened.
    case nothing
  }

  /// What was planned.
  public let plan: NavigationPlan

  /// The steps in order, up to the first that would succeed.
  public let checks: [Check]

  /// What is to be expected.
  public var expectation: Expectation {
    guard let check = checks.first(where: { $0.answer != .no }) else { return .nothing }
    return check.answer == .yes ? .opens(step: check.step) : .unknown(step: check.step)
  }

  /// The kind of outcome to be expected; `nil` if it cannot be told.
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
  /// Tells what navigating a link would do, without opening or reporting anything.
  ///
  /// A step that would need a confirmation counts as one of which nobody knows.
  ///
  /// - Parameters:
  ///   - link: The link, with the targets for this device.
  ///   - extras: What to tell the other app.
  ///   - data: What else to send; see ``OutboundData``.
  ///   - referrer: How to come back.
  /// - Returns: The plan, and what is to be expected of it.
  /// - Throws: ``OutboundLinkError`` if the data cannot be written as JSON.
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
