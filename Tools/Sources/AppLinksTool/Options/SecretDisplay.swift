import ArgumentParser
import ToolSupport

/// Whether to print secrets.
enum SecretDisplay: String, EnumerableFlag {
  case showSecrets, hideSecrets

  static func help(for value: SecretDisplay) -> ArgumentHelp? {
    switch value {
    case .showSecrets: "Also print tokens and passwords. JSON always contains them by default."
    case .hideSecrets: "Also redact tokens and passwords in JSON."
    }
  }

  /// The last line of a report that hides secrets.
  static func footer(_ style: TextStyle) -> String {
    style("\nSecrets are redacted; '--show-secrets' prints them.\n", .dim)
  }
}

extension SecretDisplay? {
  /// Returns whether to hide secrets: by default only from people.
  func isRedacted(isJSON: Bool) -> Bool { map { $0 == .hideSecrets } ?? !isJSON }
}
