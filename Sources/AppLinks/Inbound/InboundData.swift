import JSONValues

/// Finds the App Link data in a URL, and reads it even if a sender damaged it.
struct InboundData {
  /// What the data is; `nil` if there is none, or if it is no JSON.
  private(set) var value: JSONValue?

  private(set) var diagnostics: [AppLinkDiagnostic] = []

  init(in parts: URLParts) {
    if let place = Place(in: parts.queryItems, followedBy: parts.fragment) {
      read(place)
    } else if let place = Place(inFragment: parts.fragment) {
      note(.dataInFragment, "The data is behind the '#'. Put it into the query, before the '#'.")
      read(place)
    }
  }

  private mutating func note(_ code: AppLinkDiagnostic.Code, _ message: String) {
    diagnostics.append(AppLinkDiagnostic(code: code, message: message))
  }

  /// Reads the data as it should be, then in the ways in which senders damage it.
  private mutating func read(_ place: Place) {
    let strict = Attempt(place.value)
    if strict.value == nil, readAround(place) { return }
    if place.isRepeated {
      note(
        .dataRepeated,
        "There are several '\(AppLink.dataParameter)'; the last counts. Send one."
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
    note(.dataNotJSON, "'\(AppLink.dataParameter)' is no JSON\(error), and could not be repaired.")
  }

  /// Reads data that has what looks like data in it, such as a target that was an App Link itself.
  ///
  /// If nothing in it is escaped, it seems to be several. But then the first reaches beyond the
  /// last.
  ///
  /// - Returns: Whether it is so.
  private mutating func readAround(_ place: Place) -> Bool {
    guard let outer = place.first else { return false }
    let attempt = Attempt(outer.valueAndRest, Reading(isCut: true))
    guard case .object? = attempt.value, let value = attempt.value else { return false }
    guard attempt.length > outer.valueAndRest.count - place.valueAndRest.count else { return false }
    accept(value, of: attempt, at: outer)
    return true
  }

  /// What to try, in order; each takes time linear in the length of the URL.
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
      note(.dataCut, "The data was cut at an '&' or '#'. Escape everything but letters and digits.")
    }
    if attempt.reading.escapes == 2 {
      note(.dataEscapedTwice, "The data was escaped twice. Escape it once.")
    }
    if attempt.reading.plusIsSpace {
      note(.dataWithPlus, "Spaces were written as '+'. Write them as '%20'.")
    }
    if attempt.isLossy { note(.dataNotUTF8, "Escaped bytes are not UTF-8, and became U+FFFD.") }
    if attempt.hasTrailingText {
      note(.dataTrailingText, "Text behind the closing '}' of the data was ignored.")
    }
  }
}
