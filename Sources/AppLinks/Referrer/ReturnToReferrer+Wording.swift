extension ReturnToReferrer {
  /// What a banner says, in one language.
  ///
  /// ```swift
  /// let german = ReturnToReferrer.Wording(
  ///   format: "Zurück zu %@", close: "Schließen", language: "de")
  /// ```
  public struct Wording: Sendable, Hashable {
    /// The text of the banner, with `%@` or `%1$@` where the name of the app belongs.
    public var format: String

    /// What the button that closes the banner is called.
    public var close: String

    /// The language as HTML names it, such as `de`; `nil` for that of the page.
    public var language: String?

    /// Makes the wording, in English unless you say otherwise.
    ///
    /// - Parameters:
    ///   - format: The text of the banner, with `%@` or `%1$@` where the name of the app belongs.
    ///   - close: What the button that closes the banner is called.
    ///   - language: The language as HTML names it.
    public init(
      format: String = "Touch to return to %1$@",
      close: String = "Close",
      language: String? = nil
    ) {
      self.format = format
      self.close = close
      self.language = language
    }

    /// The text for a referrer.
    ///
    /// - Parameter referrer: The app to go back to.
    /// - Returns: The format with ``Referrer/displayName``. A name that is written from right to
    ///   left is isolated, so that it does not turn the text around it.
    package func text(for referrer: Referrer) -> String {
      let (before, after) = textAroundName
      let name = referrer.displayName
      let isTurning = name.unicodeScalars.contains(where: SafeText.isWrittenFromRightToLeft)
      return before + (isTurning ? "\u{2068}\(name)\u{2069}" : name) + after
    }

    /// What stands before and after the name; a format without a place for it has the name at its
    /// end.
    var textAroundName: (before: String, after: String) {
      for place in ["%1$@", "%@"] {
        if let range = format.firstRange(of: place) {
          return (String(format[..<range.lowerBound]), String(format[range.upperBound...]))
        }
      }
      return (format + " ", "")
    }
  }
}
