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
struct URLErrorExplanationTests {
  private static let codes: [URLError.Code] = [
    .badServerResponse, .cannotParseResponse, .cannotDecodeContentData, .cannotDecodeRawData,
    .dataLengthExceedsMaximum, .badURL, .unsupportedURL, .httpTooManyRedirects,
    .redirectToNonExistentLocation, .timedOut, .cannotFindHost, .dnsLookupFailed,
    .cannotConnectToHost, .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff,
    .callIsActive, .cannotLoadFromNetwork, .networkConnectionLost,
    .appTransportSecurityRequiresSecureConnection, .secureConnectionFailed,
    .serverCertificateUntrusted, .clientCertificateRequired, .userAuthenticationRequired,
    .requestBodyStreamExhausted, .resourceUnavailable, .zeroByteResource, .unknown,
  ]

  @Test(arguments: codes)
  func saysWhatIsWrongAndWhatToDoWithoutANumber(code: URLError.Code) {
    let text = URLError(code).explanation
    #expect(text.split(separator: "; ").count == 2, "\(text)")
    #expect(!text.contains { $0.isNumber } && text.last != ".", "\(text)")
  }

  @Test func advisesToLookAtThePortOnlyIfTheAnswerIsNotHTTP() {
    let advising = Self.codes.filter { URLError($0).explanation.contains("HTTP on this port") }
    #expect(advising == [.badServerResponse, .cannotParseResponse])
  }

  @Test(arguments: Backend.all)
  func isTheDescriptionOfTheErrorOfATransfer(over backend: Backend) async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(302, headers: ["Location": "/"])
    }
    for url in [server.url(), try #require(URL(string: "http://shop.invalid/"))] {
      var options = TransferOptions(network: .server)
      options.network.ports = nil
      options.network.trustedHosts = ["127.0.0.1"]
      options.network.names = NameLookup { _ in [] }
      let transfer = backend.session().data(for: URLRequest(url: url), options: options)
      let error = try #require(await transfer.result.failure as? URLError)
      #expect([.httpTooManyRedirects, .cannotFindHost].contains(error.code))
      #expect(error.localizedDescription == URLError(error.code).explanation)
    }
  }
}
