import Hummingbird
import Logging

/// A minimal server of the same library, which `scripts/speed.py` measures for comparison.
@main
struct Hello {
  static func main() async throws {
    let router = Router()
    router.get("/") { _, _ in "Hello" }
    var logger = Logger(label: "hello")
    logger.logLevel = .info
    let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8081
    let application = Application(
      router: router,
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
      logger: logger
    )
    try await application.runService()
  }
}
