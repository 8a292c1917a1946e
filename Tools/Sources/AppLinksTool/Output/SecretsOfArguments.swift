import AppLinks

/// Removes the secrets of a command line from messages.
enum SecretsOfArguments {
  /// Returns the message without the secrets of the arguments that it quotes.
  static func redacted(_ message: String, _ arguments: [String]) -> String {
    var message = message
    for (index, argument) in arguments.enumerated() {
      let value = argument.split(separator: "=", maxSplits: 1).last.map(String.init) ?? argument
      let isValue = index > 0 && arguments[index - 1] == "--header"
      let isHeader = isValue || argument.hasPrefix("--header=")
      for text in [argument, value] {
        var shown = URLRedaction.standard.redacted(text)
        if isHeader, let colon = text.firstIndex(of: ":") { shown = text[...colon] + " redacted" }
        if shown != text { message = message.replacing(text, with: shown) }
      }
    }
    return message
  }
}
