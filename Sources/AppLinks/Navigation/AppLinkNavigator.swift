import Foundation
public import JSONValues

/// Opens links in the first available app, or else in the browser.
///
/// ```swift
/// let navigator = AppLinkNavigator(opener: UIKitOpener(), events: events)
/// let outcome = try await navigator.navigate(
///   link,
///   extras: ["coupon": "SOCKS10"]
/// )
/// switch outcome {
/// case .app(let target, _): print("in \(target.appName ?? "an app")")
/// case .web: print("in the browser")
/// case .store: print("in the App Store")
/// case .failed(let reasons): for reason in reasons { print(reason) }
/// }
/// ```
///
/// A navigator is a value without state. You can copy it and use it from any isolation.
public struct AppLinkNavigator: Sendable {
  let opener: any URLOpening
  let options: NavigationOptions
  private let events: AppLinkEvents?
  private let confirmation: @Sendable (_ step: NavigationStep) async -> Bool

  /// Creates a navigator.
  ///
  /// - Parameters:
  ///   - opener: The opener of URLs.
  ///   - options: The URLs that may be opened, and the steps to try.
  ///   - events: The hub to which navigations are reported. By default, they are not reported.
  ///   - confirm: A closure that is called before opening a URL that the ``SchemePolicy`` considers
  ///     sensitive, such as a telephone call. Use it to ask the user. It runs on the actor of the
  ///     code that passes it. By default, such URLs are not opened.
  public init(
    opener: any URLOpening,
    options: NavigationOptions = NavigationOptions(),
    events: AppLinkEvents? = nil,
    @_inheritActorContext confirm:
      @escaping @Sendable @isolated(any) (_ step: NavigationStep) async -> Bool = { _ in false }
  ) {
    self.opener = opener
    self.options = options
    self.events = events
    confirmation = { await confirm($0) }
  }

  /// Opens a link.
  ///
  /// The navigator tries the steps of a ``NavigationPlan`` in order until one succeeds. At the end
  /// it reports the event `al_nav_out`, or `al_ref_back_out` if the link returns to the referrer.
  /// After the task is cancelled, no further step begins.
  ///
  /// - Parameters:
  ///   - link: The link, with the targets for this device.
  ///   - extras: The values to pass to the other app.
  ///   - data: Additional data to send. See ``OutboundData``.
  ///   - referrer: The app to return to.
  /// - Returns: What was opened, or the reasons why nothing was opened.
  /// - Throws: ``OutboundLinkError`` if the data cannot be encoded as JSON. In that case nothing is
  ///   opened.
  @discardableResult
  public func navigate(
    _ link: AppLink,
    extras: [String: JSONValue] = [:],
    data: [String: JSONValue] = [:],
    referrer: Referrer? = nil
  ) async throws(OutboundLinkError) -> NavigationOutcome {
    do throws(OutboundLinkError) {
      let plan = try NavigationPlan(
        for: link,
        extras: extras,
        data: data,
        referrer: referrer,
        options: options
      )
      return await run(plan)
    } catch {
      let version = data["version"]?.stringValue ?? "1.0"
      report(link, version, .failed(reasons: []), error: error.description)
      throw error
    }
  }

  /// Runs a plan.
  ///
  /// - Parameter plan: The plan.
  /// - Returns: What was opened, or the reasons why nothing was opened.
  @discardableResult
  public func run(_ plan: NavigationPlan) async -> NavigationOutcome {
    let outcome = await firstSuccess(of: plan)
    report(plan.link, plan.data.members["version"]?.stringValue, outcome)
    return outcome
  }

  // MARK: Steps

  private func firstSuccess(of plan: NavigationPlan) async -> NavigationOutcome {
    var reasons = plan.skipped
    for step in plan.steps {
      func fail(_ code: NavigationReason.Code, _ message: String) {
        reasons.append(
          NavigationReason(code: code, targetIndex: step.targetIndex, message: message)
        )
      }
      // A cancelled task does not request a confirmation, and ignores a late answer.
      var isConfirmed = !step.needsConfirmation
      if !isConfirmed, !Task.isCancelled { isConfirmed = await confirmation(step) }
      if Task.isCancelled {
        fail(.cancelled, "The task was cancelled before all steps were tried.")
        break
      }
      if !isConfirmed {
        fail(.notConfirmed, "Opening \(quoted(step)) was not confirmed.")
      } else if await opener.open(step) {
        return outcome(of: step)
      } else {
        fail(.notOpened, "The system did not open \(quoted(step)).")
      }
    }
    return .failed(reasons: reasons)
  }

  private func outcome(of step: NavigationStep) -> NavigationOutcome {
    guard let target = step.target else { return .web(url: step.url) }
    return step.kind == .store
      ? .store(target: target, url: step.url) : .app(target: target, url: step.url)
  }

  /// Returns the URL of a step for a message, without App Link data.
  private func quoted(_ step: NavigationStep) -> String {
    let url = URLParts(step.url).removing(AppLink.dataParameter)
    return "'\(shown(url.text))'"
  }

  private func report(
    _ link: AppLink,
    _ version: String?,
    _ outcome: NavigationOutcome,
    error: String? = nil
  ) {
    events?.report(
      AppLinkEvent(
        navigated: link,
        version: version,
        kind: outcome.kind,
        openedURL: outcome.openedURL,
        error: error
      )
    )
  }
}
