import ArgumentParser

/// Whether secrets are printed.
enum SecretDisplay: String, EnumerableFlag {
  case showSecrets, hideSecrets

  static func help(for value: SecretDisplay) -> ArgumentHelp? {
    switch value {
    case .showSecrets: "Print tokens and passwords too; JSON has them anyway."
    case .hideSecrets: "Redact them also in JSON."
    }
  }
}
