import ArgumentParser

/// How a page on the web is asked for.
struct RequestOptions: ParsableArguments {
  @Option(
    name: .customLong("header"),
    help: ArgumentHelp(
      "A line to send along, as in 'User-Agent: facebookexternalhit/1.1'. May be repeated.",
      valueName: "name: value"
    ),
    transform: HTTPHeader.parse
  )
  var headers: [HTTPHeader] = []

  @Option(
    help: ArgumentHelp("Give up after so many seconds, redirects included.", valueName: "seconds")
  )
  var timeout = 15.0

  func validate() throws {
    guard timeout > 0, timeout <= 3600 else {
      throw ValidationError("'--timeout' is \(timeout). Give more than 0 and at most 3600 seconds.")
    }
  }
}
