import Foundation

/// Creates the steps of a plan.
struct NavigationPlanner {
  let link: AppLink
  let data: OutboundData
  let options: NavigationOptions
  private(set) var steps: [NavigationStep] = []
  private(set) var skipped: [NavigationReason] = []

  init(link: AppLink, data: OutboundData, options: NavigationOptions) {
    self.link = link
    self.data = data
    self.options = options
  }

  mutating func run() {
    for (index, target) in link.targets.enumerated() { add(target, at: index) }
    switch options.appStore {
    case .never:
      addWeb()
    case .insteadOfNothing:
      addWeb()
      if steps.last?.kind != .web { addStore() }
    case .beforeWeb:
      addStore()
      addWeb()
    }
  }

  // MARK: Apps

  private mutating func add(_ target: AppLinkTarget, at index: Int) {
    guard let text = text(of: target) else {
      skip(.noURL, index, "Target \(index) (\(name(of: target))) has no URL.")
      return
    }
    let parts = URLParts(text)
    let verdict = options.policy.verdict(for: parts, as: .app)
    guard URLText.parse(text) != nil, !parts.isWeb || parts.isWebPage else {
      let fault = parts.isWeb && !parts.isWebPage ? "has no host" : "is not a URL"
      skip(
        .notAURL,
        index,
        "Target \(index) (\(name(of: target))): '\(quoted(text))' \(fault)."
      )
      return
    }
    guard verdict != .refused else {
      skip(
        .refusedByPolicy,
        index,
        "Target \(index) (\(name(of: target))): the policy does not allow '\(quoted(text))'."
      )
      return
    }
    guard let url = url(for: target, text, index) else { return }
    steps.append(
      NavigationStep(
        kind: parts.isWeb ? .universalLink : .app,
        url: url,
        target: target,
        targetIndex: index,
        needsConfirmation: verdict == .needsConfirmation
      )
    )
  }

  /// Returns the URL to open for a target, without data.
  private func text(of target: AppLinkTarget) -> String? {
    if case .android = target { return target.rawURL ?? link.sourceURL.absoluteString }
    return target.rawURL
  }

  /// Returns the URL with data.
  ///
  /// Android apps receive the data separately from the URL instead of in it.
  private mutating func url(for target: AppLinkTarget, _ text: String, _ index: Int) -> URL? {
    if case .android = target { return URLText.parse(text) }
    return withData(text, index, "Target \(index) (\(name(of: target)))")
  }

  private mutating func withData(_ text: String, _ index: Int?, _ subject: String) -> URL? {
    do throws(OutboundLinkError) {
      return try data.url(for: text, maximumLength: options.maximumLength)
    } catch {
      skip(error.code == .tooLong ? .tooLong : .notAURL, index, "\(subject): \(error)")
      return nil
    }
  }

  /// Returns a URL for a message, which can appear in a log.
  private func quoted(_ url: String) -> String { shown(url) }

  private func name(of target: AppLinkTarget) -> String {
    target.displayName ?? target.platform
  }

  private mutating func skip(_ code: NavigationReason.Code, _ index: Int?, _ message: String) {
    skipped.append(NavigationReason(code: code, targetIndex: index, message: message))
  }

  // MARK: Store and web

  /// Adds the App Store page of the first app that has an App Store number.
  private mutating func addStore() {
    for (index, target) in link.targets.enumerated() {
      guard case .apple(let app) = target, let id = app.appStoreID else { continue }
      guard !id.isEmpty, id.utf8.allSatisfy(\.isASCIIDigit) else { continue }
      guard let url = URL(string: "https://apps.apple.com/app/id\(id)") else { continue }
      steps.append(NavigationStep(kind: .store, url: url, target: target, targetIndex: index))
      return
    }
  }

  private mutating func addWeb() {
    guard let webURL = link.webURL else {
      skip(.noWebFallback, nil, "The link does not fall back to the web.")
      return
    }
    var page = webURL
    if !isAllowedOnWeb(page) {
      let message = "'\(quoted(page.absoluteString))' is not an http or https URL with a host."
      skip(.refusedByPolicy, nil, "The web page \(message)")
      page = link.sourceURL
      guard isAllowedOnWeb(page) else { return }
    }
    let text = page.absoluteString
    guard let url = options.sendsDataToWeb ? withData(text, nil, "The web page") : page else {
      return
    }
    steps.append(NavigationStep(kind: .web, url: url))
  }

  private func isAllowedOnWeb(_ url: URL) -> Bool {
    options.policy.verdict(for: URLParts(url), as: .web) == .allowed
  }
}
