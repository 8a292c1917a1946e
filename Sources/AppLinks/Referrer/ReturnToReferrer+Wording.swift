extension ReturnToReferrer {
  /// The texts of a banner in one language.
  ///
  /// ```swift
  /// let german = ReturnToReferrer.Wording(
  ///   format: "Zurück zu %@", close: "Schließen", language: "de")
  /// ```
  public struct Wording: Sendable, Hashable {
    /// The text of the banner, with `%@` or `%1$@` as the placeholder for the app's name.
    public var format: String

    /// The accessible label of the button that closes the banner.
    public var close: String

    /// The language tag for HTML, such as `de`, or `nil` for the language of the page.
    public var language: String?

    /// Creates the texts of a banner, by default in English.
    ///
    /// - Parameters:
    ///   - format: The text of the banner, with `%@` or `%1$@` as the placeholder for the app's
    ///     name.
    ///   - close: The accessible label of the button that closes the banner.
    ///   - language: The language tag for HTML.
    public init(
      format: String = "Touch to return to %1$@",
      close: String = "Close",
      language: String? = nil
    ) {
      self.format = format
      self.close = close
      self.language = language
    }

    /// Returns the text for a referrer.
    ///
    /// - Parameter referrer: The app to return to.
    /// - Returns: The format with ``Referrer/displayName``. A name in a script written from right
    ///   to left is isolated, so that it does not reorder the text around it.
    package func text(for referrer: Referrer) -> String {
      let (before, after) = textAroundName
      let name = referrer.displayName
      let isTurning = name.unicodeScalars.contains(where: SafeText.isWrittenFromRightToLeft)
      return before + (isTurning ? "\u{2068}\(name)\u{2069}" : name) + after
    }

    /// The text before and after the name.
    ///
    /// The name follows a format that has no place for it.
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
