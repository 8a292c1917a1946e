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

  @Option(help: ArgumentHelp("Follow at most so many redirects.", valueName: "count"))
  var maxRedirects = 10

  @Flag(help: "Follow redirects from https to http, too.")
  var allowDowngrade = false

  @Flag(
    help: """
      Load from public addresses only, from the ports 80 and 443, and without user names, as a \
      server should that resolves links for others.
      """
  )
  var publicOnly = false

  @Option(
    help: ArgumentHelp(
      "Trust the certificates in a PEM file. Refused where the system cannot do that.",
      valueName: "file"
    ),
    completion: .file()
  )
  var cacert: String?

  func validate() throws {
    guard timeout > 0, timeout <= 3600 else {
      throw ValidationError("'--timeout' is \(timeout). Give more than 0 and at most 3600 seconds.")
    }
    guard (0...100).contains(maxRedirects) else {
      throw ValidationError("'--max-redirects' is \(maxRedirects). Give 0 to 100.")
    }
    if cacert != nil { throw ValidationError(CertificateFile.refusal) }
  }
}
