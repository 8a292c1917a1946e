import Hummingbird

// A server that does nothing, with which scripts/speed-checks.py compares.
let router = Router()
router.get("/") { _, _ in "ok" }
let application = Application(
  router: router,
  configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0))
)
try await application.runService()
