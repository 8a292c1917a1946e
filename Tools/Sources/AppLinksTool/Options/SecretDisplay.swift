import ArgumentParser

/// Whether to print secrets.
enum SecretDisplay: String, EnumerableFlag {
  case showSecrets, hideSecrets

  static func help(for value: SecretDisplay) -> ArgumentHelp? {
    switch value {
    case .showSecrets: "Also print tokens and passwords. JSON always contains them by default."
    case .hideSecrets: "Also redact tokens and passwords in JSON."
    }
  }
}
