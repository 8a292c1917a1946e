/// Converts messages of the argument parser to one line.
enum UsageMessage {
  /// Returns the first argument with one hyphen and several letters, such as `-home.html`, or `nil`
  /// if there is none.
  ///
  /// The argument parser reads such an argument as several options of one letter, and `-h` among
  /// them as the request for help.
  static func fileLikeOption(_ arguments: [String]) -> String? {
    arguments.prefix { $0 != "--" }.first { argument in
      argument.count > 2 && argument.hasPrefix("-")
        && argument.dropFirst().first?.isLetter == true
    }
  }

  /// Returns the message with long arguments shortened.
  static func abridged(_ message: String, _ arguments: [String]) -> String {
    var message = message
    for argument in arguments where argument.utf8.count > 120 {
      let value = argument.split(separator: "=", maxSplits: 1).last.map(String.init) ?? argument
      for text in [argument, value] where text.utf8.count > 120 {
        message = message.replacing(text, with: text.prefix(60) + "…")
      }
    }
    return message
  }

  /// Returns the message as sentences on one line.
  ///
  /// A list becomes words separated by commas.
  static func onOneLine(_ message: String) -> String {
    var text = ""
    var isInList = false
    for line in message.split(separator: "\n") {
      let words = line.drop(while: \.isWhitespace)
      let isItem = words.hasPrefix("- ")
      if isItem && isInList { text += "," }
      text += (text.isEmpty ? "" : " ") + (isItem ? words.dropFirst(2) : words)
      isInList = isItem
    }
    if let last = text.last, !".!?".contains(last) { text += "." }
    return text
  }
}
