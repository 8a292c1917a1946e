import Foundation
public import Futures
public import JSONValues

/// Opens links: the first app that is there, or else the web page.
///
/// ```swift
/// let navigator = AppLinkNavigator(opener: UIKitOpener(), events: events)
/// switch try await navigator.navigate(link, extras: ["coupon": "SOCKS10"]) {
/// case .app(let target, _): print("in \(target.appName ?? "an app")")
/// case .web: print("in the browser")
/// case .store: print("in the App Store")
/// case .failed(let reasons): for reason in reasons { print(reason) }
/// }
/// ```
///
/// A navigator is a value without state, so it may be copied and used from anywhere.
public struct AppLinkNavigator: Sendable {
  let opener: any URLOpening
  let options: NavigationOptions
  private let events: AppLinkEvents?
  private let confirmation: @Sendable (_ step: NavigationStep) async -> Bool

  /// Makes a navigator.
  ///
  /// - Parameters:
  ///   - opener: What opens URLs.
  ///   - options: What may be opened, and what is tried.
  ///   - events: Where navigations are reported; nowhere by default.
  ///   - confirm: Called before a URL is opened that the ``SchemePolicy`` calls sensitive, such as
  ///     a telephone call. It should ask the user, and runs where it is written. Without it such
  ///     URLs are not opened.
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
  /// The steps of its ``NavigationPlan`` are tried in order until one succeeds. The event
  /// `al_nav_out` is reported at the end in any case, `al_ref_back_out` if the link leads back to
  /// the referrer. If the task is cancelled, no further step is begun.
  ///
  /// - Parameters:
  ///   - link: The link, with the targets for this device.
  ///   - extras: What to tell the other app.
  ///   - data: What else to send; see ``OutboundData``.
  ///   - referrer: How to come back.
  /// - Returns: What was opened, or why nothing was.
  /// - Throws: ``OutboundLinkError`` if the data cannot be written as JSON; nothing is opened then.
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

  /// Carries out a plan.
  ///
  /// - Parameter plan: The plan.
  /// - Returns: What was opened, or why nothing was.
  @discardableResult
  public func run(_ plan: NavigationPlan) async -> NavigationOutcome {
    let outcome = await firstSuccess(of: plan)
    report(plan.link, plan.data.members["version"]?.stringValue, outcome)
    return outcome
  }

  /// Opens a link, as a future.
  ///
  /// - Parameters:
  ///   - link: The link, with the targets for this device.
  ///   - extras: What to tell the other app.
  ///   - data: What else to send; see ``OutboundData``.
  ///   - referrer: How to come back.
  ///   - token: Once cancelled, no further step is begun, and the future is cancelled.
  ///     By default, the token of the current scope.
  /// - Returns: A future of what was opened, or why nothing was. It fails with an
  ///   ``OutboundLinkError`` if the data cannot be written.
  public func futureNavigate(
    _ link: AppLink,
    extras: [String: JSONValue] = [:],
    data: [String: JSONValue] = [:],
    referrer: Referrer? = nil,
    cancellation token: CancellationToken = .current
  ) -> Future<NavigationOutcome, any Error> {
    Future(cancellation: token) {
      try await navigate(link, extras: extras, data: data, referrer: referrer)
    }
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
      // Nobody is asked once the task is cancelled, and an answer that comes later than that is too
      // late.
      var isConfirmed = !step.needsConfirmation
      if !isConfirmed, !Task.isCancelled { isConfirmed = await confirmation(step) }
      if Task.isCancelled {
        fail(.cancelled, "The task was cancelled before everything was tried.")
        break
      }
      if !isConfirmed {
        fail(.notConfirmed, "Nobody confirmed that \(quoted(step)) may be opened.")
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

  /// A step in a message, without the data.
  private func quoted(_ step: NavigationStep) -> String {
    let url = URLParts(step.url).removing(AppLink.dataParameter)
    return "'\(shown(URLRedaction.standard.redacted(url.text)))'"
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
