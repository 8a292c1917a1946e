import JSONValues

/// Finds the App Link data in a URL, and reads it even if a sender damaged it.
struct InboundData {
  /// The data, or `nil` if there is none or it is not JSON.
  private(set) var value: JSONValue?

  private(set) var diagnostics: [AppLinkDiagnostic] = []

  /// Finds and reads the data.
  ///
  /// - Parameters:
  ///   - parts: The URL.
  ///   - maximumLength: The maximum length of the URL in bytes. A longer one has no data.
  init(in parts: URLParts, maximumLength: Int) {
    guard parts.text.utf8.count <= maximumLength else {
      note(
        .urlTooLong,
        "The URL is longer than \(maximumLength) bytes, so neither its query nor its data is read. "
          + "Send less data."
      )
      return
    }
    if parts.hasTooManyQueryItems {
      note(
        .queryTooLong,
        "Only the first \(URLParts.maximumQueryItems) items of the query are available. Send fewer."
      )
    }
    if let place = Place(in: parts.query, followedBy: parts.fragment) {
      read(place)
    } else if let place = Place(inFragment: parts.fragment) {
      note(.dataInFragment, "The data is after the '#'. Move it into the query, before the '#'.")
      read(place)
    }
  }

  private mutating func note(_ code: AppLinkDiagnostic.Code, _ message: String) {
    diagnostics.append(AppLinkDiagnostic(code: code, message: message))
  }

  /// Reads the data as specified, or else in the forms in which senders damage it.
  private mutating func read(_ place: Place) {
    let strict = Attempt(place.value)
    if strict.value == nil, readAround(place) { return }
    if place.isRepeated {
      note(
        .dataRepeated,
        "The URL has several '\(AppLink.dataParameter)', and only the last one counts. Send one."
      )
    }
    if let value = strict.value {
      accept(value, of: strict, at: place)
      return
    }
    for repair in Self.repairs {
      let attempt = Attempt(repair.isCut ? place.valueAndRest : place.value, repair)
      guard case .object? = attempt.value, let value = attempt.value else { continue }
      accept(value, of: attempt, at: place)
      return
    }
    let error = strict.error.map { " (" + shown("\($0)", maximumLength: 200) + ")" } ?? ""
    note(
      .dataNotJSON,
      "'\(AppLink.dataParameter)' is not JSON\(error) and could not be repaired. Send "
        + "valid JSON, escaped once."
    )
  }

  /// Reads data that contains text that looks like data, such as a target that is itself an App
  /// Link.
  ///
  /// If nothing in the data is escaped, the URL appears to contain data several times. In that case
  /// the first data extends beyond the last.
  ///
  /// - Returns: Whether the data was read.
  private mutating func readAround(_ place: Place) -> Bool {
    guard let outer = place.first else { return false }
    let attempt = Attempt(outer.valueAndRest, Reading(isCut: true))
    guard case .object? = attempt.value, let value = attempt.value else { return false }
    guard attempt.length > outer.valueAndRest.count - place.valueAndRest.count else { return false }
    accept(value, of: attempt, at: outer)
    return true
  }

  /// The ways to try, in order.
  ///
  /// Each takes linear time in the length of the URL.
  private static let repairs = [
    Reading(escapes: 2),
    Reading(plusIsSpace: true),
    Reading(escapes: 2, plusIsSpace: true),
    Reading(isCut: true),
    Reading(plusIsSpace: true, isCut: true),
  ]

  private mutating func accept(_ value: JSONValue, of attempt: Attempt, at place: Place) {
    self.value = value
    if attempt.length > place.value.count {
      note(.dataCut, "The data was cut off at an '&' or '#'. Escape all but letters and digits.")
    }
    if attempt.reading.escapes == 2 {
      note(.dataEscapedTwice, "The data was escaped twice. Escape it once.")
    }
    if attempt.reading.plusIsSpace {
      note(.dataWithPlus, "Spaces were written as '+'. Write them as '%20'.")
    }
    if attempt.isLossy {
      note(.dataNotUTF8, "Escaped bytes are not UTF-8 and became U+FFFD. Send UTF-8.")
    }
    if attempt.hasTrailingText {
      note(.dataTrailingText, "Text after the closing '}' of the data was ignored. Remove it.")
    }
  }
}
