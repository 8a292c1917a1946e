import AppLinksServer
import Testing

/// What `--store` means.
@Suite struct StoreAddressTests {
  @Test func aTextIsAFileUnlessItIsAURL() throws {
    #expect(try StoreAddress("memory") == .memory)
    #expect(try StoreAddress("links.sqlite") == .file("links.sqlite"))
    #expect(try StoreAddress("/srv/a://b") == .file("/srv/a://b"))
    #expect(try StoreAddress("postgres:links") == .file("postgres:links"))
    let url = "postgres://db.example/links"
    #expect(try StoreAddress(url) == .postgreSQL(url: url, schema: "applinks"))
    #expect(
      try StoreAddress("POSTGRESQL://db.example/", schema: "s")
        == .postgreSQL(url: "postgresql://db.example/", schema: "s")
    )
  }

  @Test(arguments: ["mysql://links:secret@db.example/links", "postgres+x://links:secret@db/"])
  func anotherURLIsRefusedWithoutItsPassword(_ text: String) {
    let error = #expect(throws: SetupError.self) { try StoreAddress(text) }
    #expect(error?.description.contains("secret") == false)
  }

  @Test func aSchemaHasAName() {
    for schema in ["", String(repeating: "a", count: 64), "a\u{0}b"] {
      #expect(throws: SetupError.self) { try StoreAddress("postgres://db/x", schema: schema) }
    }
  }

  #if !PostgreSQL
  @Test func withoutPostgreSQLItSaysHowToBuildIt() async throws {
    let address = try StoreAddress("postgres://links:secret@db.example/links")
    let error = await #expect(throws: SetupError.self) { try await address.open() }
    #expect(error?.description.contains("--traits PostgreSQL") == true)
    #expect(!"\(address) \(String(describing: error))".contains("secret"))
  }
  #endif
}
