import Foundation
import Synchronization
import Testing
import ToolTestSupport
import Transfers

@testable import AppLinksTool

@Suite(.timeLimit(.minutes(10)))
struct ConnectionOptionsTests {
  private static let commands = ["resolve", "open", "lint"]

  private static let html = Pages.html([
    "al:ios:url": "shop://secure/7", "al:ios:app_name": "Shop", "al:web:url": "https://a.example/",
  ])

  /// Runs a test with the certificate of a server in a file.
  private func withCertificate(_ body: (_ path: String) async throws -> Void) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).pem")
    try Data(SecurePageServer.certificate.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try await body(file.path)
  }

  // MARK: --resolve

  @Test(arguments: commands)
  func resolveReachesAServerByANameThatDoesNotExist(command: String) async throws {
    let hosts = Mutex<[String]>([])
    let server = try PageServer { request in
      let host = request.split(separator: "\r\n").first { $0.lowercased().hasPrefix("host: ") }
      hosts.withLock { $0.append(String(host?.dropFirst(6) ?? "")) }
      return PageServer.page(Self.html)
    }
    let url = "http://shop.invalid:\(server.port)/socks"
    for place in ["shop.invalid:\(server.port)", "SHOP.invalid"] {
      let run = await ToolRun(command, url, "--resolve", "\(place):127.0.0.1")
      #expect(run.errors == [])
      #expect(run.code == 0)
      #expect(command == "lint" || run.output.contains("shop://secure/7"), "\(run.output)")
    }
    #expect(hosts.withLock { $0 } == Array(repeating: "shop.invalid:\(server.port)", count: 2))
    let unknown = await ToolRun(command, url)
    #expect(unknown.code == 2)
    let other = await ToolRun(command, url, "--resolve", "shop.invalid:1:127.0.0.1")
    #expect(other.code == 2)
    #expect(other.errors.first?.contains("the host is unknown") == true, "\(other.errors)")
  }

  @Test func resolveLeadsRedirectsToOtherNamesToo() async throws {
    let server = try PageServer { request in
      if request.contains("GET /there") { return PageServer.page(Self.html) }
      let place = request.split(separator: "\r\n").first { $0.lowercased().hasPrefix("host: ") }
      let port = place?.split(separator: ":").last ?? ""
      return "HTTP/1.1 302 Found\r\nLocation: http://b.invalid:\(port)/there\r\n"
        + "Content-Length: 0\r\nConnection: close\r\n\r\n"
    }
    let run = await ToolRun(
      "resolve",
      "http://a.invalid:\(server.port)/",
      "--resolve",
      "a.invalid:\(server.port):127.0.0.1",
      "--resolve=b.invalid:127.0.0.1"
    )
    #expect(run.errors == [] && run.code == 0)
    #expect(run.output.contains("Led to    http://b.invalid:\(server.port)/there"))
  }

  @Test func theAddressesOfResolveMustBePublicWithPublicOnly() async {
    let run = await ToolRun(
      "resolve",
      "http://shop.invalid/",
      "--public-only",
      "--resolve",
      "shop.invalid:80:127.0.0.1"
    )
    #expect(run.code == 2)
    #expect(run.errors.first?.contains("the host has an address that is not public") == true)
  }

  @Test(arguments: [
    ("Shop.example:443:127.0.0.1", "shop.example:443", ["127.0.0.1"]),
    ("shop.example:127.0.0.1", "shop.example", ["127.0.0.1"]),
    ("shop.example:443:::1", "shop.example:443", ["0:0:0:0:0:0:0:1"]),
    ("shop.example:443:[::1]", "shop.example:443", ["0:0:0:0:0:0:0:1"]),
    ("shop.example:[::1]", "shop.example", ["0:0:0:0:0:0:0:1"]),
    ("a:80:1.2.3.4,[::1]", "a:80", ["1.2.3.4", "0:0:0:0:0:0:0:1"]),
  ]
  )
  func resolveHasTheNotationOfCurlInWhichThePortCanBeLeftOut(
    text: String,
    place: String,
    addresses: [String]
  ) throws {
    let known = try KnownAddress.parse(text)
    #expect(known.place == place)
    #expect(known.addresses.map(\.description) == addresses)
  }

  // MARK: --cacert

  @Test(arguments: commands)
  func cacertTrustsAServerWhoseCertificateNoAuthorityHasSigned(command: String) async throws {
    let server = try await SecurePageServer(Self.html)
    let url = "https://shop.invalid:\(server.port)/"
    let address = "shop.invalid:\(server.port):127.0.0.1"
    let refused = await ToolRun(command, url, "--resolve", address)
    #expect(refused.code == 2)
    #expect(refused.errors.first?.contains("check the certificate") == true)
    #expect(refused.errors.first?.hasSuffix("certificate is that of your own authority.") == true)
    try await withCertificate { path in
      let run = await ToolRun(command, url, "--resolve", address, "--cacert", path)
      #expect(run.errors == [])
      #expect(run.code == 0)
      #expect(command == "lint" || run.output.contains("shop://secure/7"), "\(run.output)")
      // The name of the certificate counts, not the address.
      let other = "other.invalid:\(server.port):127.0.0.1"
      let wrong = await ToolRun(
        command,
        "https://other.invalid:\(server.port)/",
        "--resolve",
        other,
        "--cacert",
        path
      )
      #expect(wrong.code == 2)
      #expect(wrong.errors.first?.contains("check the certificate") == true, "\(wrong.errors)")
    }
    try await server.stop()
  }

  @Test func aDamagedCertificateIsAnErrorThatSaysSo() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).pem")
    try Data(SecurePageServer.certificate.replacing("MIIB", with: "MIIC").utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let run = await ToolRun("resolve", "https://a.example/", "--cacert", file.path)
    #expect(run.code == 64)
    #expect(run.errors.first?.contains("A certificate in the file is damaged.") == true)
  }
}
