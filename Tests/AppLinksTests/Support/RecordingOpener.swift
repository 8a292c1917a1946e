import AppLinks
import Foundation
import Futures
import TestSupport

/// An opener that opens the URLs it is configured for and records all requests.
final class RecordingOpener: URLOpening {
  let opened = Log<NavigationStep>()
  let asked = Log<NavigationStep>()
  private let willOpen: @Sendable (NavigationStep) async -> Bool
  private let answer: @Sendable (NavigationStep) -> Openability

  init(
    canOpen answer: @escaping @Sendable (NavigationStep) -> Openability = { _ in .unknown },
    opens willOpen: @escaping @Sendable (NavigationStep) async -> Bool = { _ in false }
  ) {
    self.answer = answer
    self.willOpen = willOpen
  }

  func open(_ step: NavigationStep) async -> Bool {
    opened.add(step)
    return await willOpen(step)
  }

  func canOpen(_ step: NavigationStep) async -> Openability {
    asked.add(step)
    return answer(step)
  }
}

extension NavigationStep {
  /// The kind, and the URL without the data.
  var summary: String { "\(kind.rawValue) \(URLParts(url).removing("al_applink_data"))" }
}
