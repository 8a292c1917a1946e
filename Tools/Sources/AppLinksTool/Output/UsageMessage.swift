/// Puts what the argument parser says about a wrong command line on one line.
enum UsageMessage {
  /// The message as sentences on one line; a list in it becomes words with commas between them.
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
