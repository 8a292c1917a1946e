import Foundation
import Futures
import LoopbackServer
import TestSupport
import Testing
import Transfers

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10)))
struct TransferPolicyTests {
  /// The policy for servers, except for one host and its ports.
  private static func server(trusting host: String) -> TransferOptions {
    var policy = NetworkPolicy.server
    policy.ports = nil
    policy.trustedHosts = [host]
    return TransferOptions(network: policy)
  }

  @Test(
    arguments: Backend.all,
    [
      ("http://0x7f.1:PORT/", NetworkPolicyError.Code.address),
      ("http://localhost:PORT/", .address),
      ("http://[::ffff:169.254.169.254]/", .address), ("http://user:pw@127.0.0.1:PORT/", .userInfo),
      ("http://1.2.3.4.5/", .host),
    ]
  )
  func checkEveryRedirect(
    over backend: Backend,
    to target: (location: String, code: NetworkPolicyError.Code)
  ) async throws {
    let server = try LoopbackServer { connection in
      let request = try connection.readRequest()
      let port = request.headers["host"]?.split(separator: ":").last ?? ""
      let location = target.location.replacingOccurrences(of: "PORT", with: port)
      try connection.respond(302, headers: ["Location": location])
    }
    let transfer = backend.session().data(
      for: URLRequest(url: server.url()),
      options: Self.server(trusting: "127.0.0.1")
    )
    let error = await transfer.result.failure as? NetworkPolicyError
    #expect(error?.code == target.code)
    #expect(error?.description.contains("pw") == false)
    #expect(server.connectionCount == 1)
  }

  @Test(
    arguments: Backend.all,
    ["http://127.0.0.1:1/", "http://169.254.169.254/", "file:///etc/passwd", "data:text/plain,x"]
  )
  func refuseWhatIsNotPublicAndWhatIsNoPage(over backend: Backend, text: String) async throws {
    let transfer = backend.session().data(
      for: URLRequest(url: try #require(URL(string: text))),
      options: Self.server(trusting: "trusted.example")
    )
    let error = await transfer.result.failure as? NetworkPolicyError
    #expect(error?.code == (text.hasPrefix("http") ? .address : .host))
  }

  @Test(arguments: Backend.all)
  func connectToTheCheckedAddressUnderTheName(over backend: Backend) async throws {
    let server = try LoopbackServer { connection in
      let request = try connection.readRequest()
      if request.target == "/next" { return try connection.respond(body: "there".utf8) }
      try connection.respond(302, headers: ["Location": "/next"])
    }
    var options = TransferOptions()
    options.network.pins = [try #require(IPAddress("127.0.0.1"))]
    let place = "shop.invalid:\(server.port)"
    let url = try #require(URL(string: "http://\(place)/start?q=1#f"))
    let session = backend.session()
    let (data, response) = try await session.data(for: URLRequest(url: url), options: options).value
    #expect(String(decoding: data, as: UTF8.self) == "there")
    #expect(response.url?.absoluteString.hasPrefix("http://\(place)/next") == true)
    #expect(response.expectedContentLength == 5)
    for (index, target) in ["/start?q=1", "/next"].enumerated() {
      let request = try await server.connection(index).request.value
      #expect(request.headers["host"] == place)
      #expect(request.target == target)
    }
  }

  @Test(
    arguments: Backend.all,
    ["shop.invalid", "shop.invalid:PORT"]
  )
  func connectToTheAddressesThatThePolicyKnows(over backend: Backend, key: String) async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(body: "there".utf8)
    }
    var options = TransferOptions()
    let place = key.replacingOccurrences(of: "PORT", with: "\(server.port)")
    options.network.addresses[place] = [try #require(IPAddress("127.0.0.1"))]
    if key.contains(":") {
      // The more special key counts; nothing listens at a documentation address.
      options.network.addresses["shop.invalid"] = [try #require(IPAddress("192.0.2.1"))]
    }
    let url = try #require(URL(string: "http://Shop.invalid:\(server.port)/"))
    let (data, _) = try await backend.session().data(for: URLRequest(url: url), options: options)
      .value
    #expect(String(decoding: data, as: UTF8.self) == "there")
    let request = try await server.connection().request.value
    #expect(request.headers["host"]?.lowercased() == "shop.invalid:\(server.port)")
  }

  @Test(arguments: Backend.all)
  func checkTheAddressesThatThePolicyKnows(over backend: Backend) async throws {
    var options = TransferOptions(network: .server)
    options.network.addresses["shop.invalid"] = [
      try #require(IPAddress("8.8.8.8")), try #require(IPAddress("127.0.0.1")),
    ]
    let url = try #require(URL(string: "http://shop.invalid/"))
    let transfer = backend.session().data(for: URLRequest(url: url), options: options)
    let error = await transfer.result.failure as? NetworkPolicyError
    #expect(error?.code == .address)
    #expect(error?.message.hasPrefix("the host has an address that is not public") == true)
  }

  @Test(arguments: Backend.all)
  func areCancelledWhileANameIsLookedUp(over backend: Backend) async throws {
    let began = Promise<Void, Never>()
    let ended = Promise<Void, Never>()
    var options = TransferOptions(network: .server)
    options.network.names = NameLookup { _ in
      began.succeed()
      do {
        try await Task.sleep(for: .seconds(600))
      } catch {
        ended.succeed()
        throw error
      }
      return []
    }
    let url = try #require(URL(string: "https://shop.invalid/"))
    let session = backend.session()
    let transfer = session.data(for: URLRequest(url: url), options: options)
    await began.future.value
    transfer.cancel()
    #expect(transfer.currentError is CancellationError)
    await ended.future.value
  }
}
