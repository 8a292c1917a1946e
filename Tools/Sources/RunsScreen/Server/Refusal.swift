import FlyingFox

/// A request that is not answered as it was meant.
struct Refusal: Error {
  let status: HTTPStatusCode
  let title: String
  let text: String
  /// What was looked for, to be corrected.
  let find: String?

  init(_ status: HTTPStatusCode, _ title: String, _ text: String, find: String? = nil) {
    self.status = status
    self.title = title
    self.text = text
    self.find = find
  }

  static let noSuchPage = Refusal(.notFound, "There is no such page", "Check the address.")

  static let noSuchRun = Refusal(
    .notFound,
    "There is no such run",
    "It may have been removed. Check its identifier."
  )

  /// A run that the find box, or an address, names.
  static func noRun(_ id: String?) -> Refusal {
    guard let id else { return noSuchRun }
    let name = id.shortened
    return Refusal(.notFound, "There is no run '\(name)'", noSuchRun.text, find: name)
  }

  static func noSuchStatus(_ name: String) -> Refusal {
    let all = StatusName.allCases.map(\.rawValue).joined(separator: ", ")
    return Refusal(.notFound, "There is no status '\(name.shortened)'", "There are \(all).")
  }

  static func longName(limit: Int) -> Refusal {
    let text = "Names and tags that are looked for have at most \(limit) bytes."
    return Refusal(.badRequest, "A name is too long", text)
  }

  static let lostStore = Refusal(
    .serviceUnavailable,
    "The store is no longer there",
    "Its file was removed or replaced after this program had opened it. Bring it back, or start the "
      + "program again."
  )

  static let tooLate = Refusal(
    .serviceUnavailable,
    "The store has not answered in time",
    "If you asked for a change, it may still be made: look before you try again."
  )

  static let method = Refusal(.methodNotAllowed, "That cannot be done here", "Use the forms.")
}
