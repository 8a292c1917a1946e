import ArgumentParser

/// The options of requests for pages on the web.
struct RequestOptions: ParsableArguments {
  @Option(
    name: .customLong("header"),
    help: ArgumentHelp(
      "A header field to send, as in 'User-Agent: facebookexternalhit/1.1'. Can be repeated.",
      valueName: "name: value"
    ),
    transform: HTTPHeader.parse
  )
  var headers: [HTTPHeader] = []

  @Option(
    help: ArgumentHelp("The time limit in seconds, including redirects.", valueName: "seconds")
  )
  var timeout = 15.0

  @Option(help: ArgumentHelp("The maximum number of redirects to follow.", valueName: "count"))
  var maxRedirects = 10

  @Flag(help: "Also follow redirects from https to http.")
  var allowDowngrade = false

  @Flag(
    help: """
      Load only from public addresses, from ports 80 and 443, and without user names, as a server \
      that resolves links for others should.
      """
  )
  var publicOnly = false

  @Option(
    help: ArgumentHelp(
      "Also trust the certificates in a PEM file, such as that of your own authority.",
      valueName: "file"
    ),
    completion: .file(),
    transform: CertificateFile.parse
  )
  var cacert: CertificateFile?

  @Option(
    name: .customLong("resolve"),
    help: ArgumentHelp(
      """
      Connect to this address for a host and a port, as with curl, instead of looking up the name. \
      Without the port, for all ports. Can be repeated.
      """,
      valueName: "host:port:address"
    ),
    transform: KnownAddress.parse
  )
  var knownAddresses: [KnownAddress] = []

  func validate() throws {
    guard timeout > 0, timeout <= 3600 else {
      throw ValidationError(
        "'--timeout' is \(timeout). Specify more than 0 and at most 3600 seconds."
      )
    }
    guard (0...100).contains(maxRedirects) else {
      throw ValidationError("'--max-redirects' is \(maxRedirects). Specify 0 to 100.")
    }
  }
}
