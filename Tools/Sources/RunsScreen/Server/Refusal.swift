import FlyingFox

/// A request that is not answered as it was meant.
struct Refusal: Error {
  let status: HTTPStatusCode
  let title: String
  let text: String

  init(_ status: HTTPStatusCode, _ title: String, _ text: String) {
    self.status = status
    self.title = title
    self.text = text
  }

  static let noSuchPage = Refusal(.notFound, "There is no such page", "Check the address.")

  static let noSuchRun = Refusal(
    .notFound,
    "There is no such run",
    "It may have been removed. Check its identifier."
  )

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
