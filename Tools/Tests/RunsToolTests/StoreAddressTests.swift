import Foundation
import Testing
import ToolTestSupport

/// Where a store is, and what messages say of it.
@Suite struct StoreAddressTests {
  private static let url = "postgres://mia:SeCrEt@db.example:5432/orders?password=SeCrEt2"

  #if !PostgreSQL
  @Test func aDatabaseThatIsNotBuiltInIsSaidWithoutItsPassword() async {
    let named = await ToolRun(words: ["list", "--store", Self.url], on: nil)
    let variable = await ToolRun(words: ["list"], on: nil, environment: ["TENON_STORE": Self.url])
    for run in [named, variable] {
      #expect(run.code == 2)
      #expect(run.errors.count == 1)
      #expect(run.errors.first?.contains("PostgreSQL is not built into this tenon-runs") == true)
      #expect(run.errors.first?.contains("'postgres://db.example:5432/orders'") == true)
    }
  }
  #endif

  @Test(arguments: [
    ["list", url], ["show", url, "b", "--store=x"], ["frob", url],
    ["list", "--store", url, "more"],
    ["list", "--limit", url], ["list", "--status=\(url)"], [url],
    ["list", "--store", "postgresql://a:p@SeCrEt@h/d", "--limit", "0"],
    ["list", "--limit", "host=h dbname=d password=SeCrEt"],
    ["list", "--limit", "mysql://a:SeCrEt@h/d"], ["list", "--limit", " postgres://a:SeCrEt@h/d"],
    ["list", "--limit", "jdbc:postgresql://a:SeCrEt@h/d"],
    ["list", "--limit", "postgres:a:SeCrEt@h/d"],
  ]
  )
  func noErrorHasAPassword(words: [String]) async {
    let run = await ToolRun(words: words, on: nil)
    #expect(run.code == 64)
    #expect(run.errors.count == 1)
    #expect(run.errors.first?.contains("SeCrEt") == false, "\(run.errors)")
  }

  @Test(arguments: ["postgress", "mysql", "file", "POSTGRE", " mysql", "jdbc:postgresql"])
  func theURLOfSomethingElseIsNoFile(scheme: String) async {
    let url = "\(scheme)://mia:SeCrEt@db.example/orders"
    let word = scheme.trimmingCharacters(in: .whitespaces).lowercased()
    let named = await ToolRun(words: ["list", "--store", url], on: nil)
    let variable = await ToolRun(words: ["list"], on: nil, environment: ["TENON_STORE": url])
    for run in [named, variable] {
      #expect(run.code == 64)
      #expect(run.errors.count == 1)
      #expect(run.errors.first?.contains("'\(word)://' is something else") == true)
      #expect(run.errors.first?.contains("SeCrEt") == false)
    }
  }

  /// Blanks around it, upper case, and slashes that are missing.
  @Test(arguments: [
    " postgres://mia:SeCrEt@/orders?host=/nowhere", "postgres://mia:SeCrEt@/orders?host=/nowhere\n",
    "POSTGRES://mia:SeCrEt@/orders?host=/nowhere", "postgres:mia:SeCrEt@/orders",
    "postgresql:/mia:SeCrEt@/orders",
  ])
  func aURLWithAMistakeIsNoFile(url: String) async {
    let run = await ToolRun(words: ["list"], on: nil, environment: ["TENON_STORE": url])
    #expect(run.code == 2)
    #expect(run.errors.count == 1)
    #expect(run.errors.first?.contains("does not exist. Check the path") == false)
    #expect(run.errors.first?.contains("SeCrEt") == false, "\(run.errors)")
  }

  @Test func anEmptyStoreIsNoFile() async {
    let run = await ToolRun(
      words: ["list", "--store", ""],
      on: nil,
      environment: ["TENON_STORE": "a.sqlite"]
    )
    #expect(run.code == 64)
    #expect(run.errors.first?.contains("'--store' is empty") == true)
  }

  @Test func aSchemaIsForDatabases() async {
    let run = await ToolRun(words: ["list", "--store", "a.sqlite", "--schema", "shop"], on: nil)
    #expect(run.code == 64)
    #expect(run.errors.first?.contains("'--schema shop' is for a database") == true)
  }

  @Test(arguments: [
    ("no/such.sqlite", "The store 'no/such.sqlite' does not exist."), ("/", "is a folder"),
  ]
  )
  func aFileThatIsNotThereIsNotCreated(path: String, message: String) async {
    let run = await ToolRun(words: ["list", "--store", path], on: nil)
    #expect(run.code == 2)
    #expect(run.errors.first?.contains(message) == true, "\(run.errors)")
  }
}
