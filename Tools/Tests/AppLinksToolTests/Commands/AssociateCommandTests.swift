import AppLinksPublishing
import Foundation
import Testing
import ToolTestSupport

@Suite(.timeLimit(.minutes(10)))
struct AssociateCommandTests {
  private static let apps = Pages.path("apps.json")

  @Test func bothFilesAreWrittenAndReadAgain() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let run = await ToolRun("associate", Self.apps, "--output", folder.path)
    #expect(run.code == 0 && run.errors == [])
    let known = folder.appending(path: ".well-known")
    let apple = AppleAppSiteAssociation(
      parsing: try Data(contentsOf: known.appending(path: "apple-app-site-association"))
    )
    let android = AssetLinks(
      parsing: try Data(contentsOf: known.appending(path: "assetlinks.json"))
    )
    #expect(apple.findings.isEmpty && android.findings.isEmpty)
    let description = try AssociationDescription(
      parsing: Data(contentsOf: URL(filePath: Self.apps))
    )
    #expect(try apple.encoded() == description.appleFile().encoded())
    #expect(try android.encoded() == description.androidFile().encoded())
    for (path, verdict) in [
      ("/socks", AssociationAnswer.Verdict.opens), ("/socks/7", .opens), ("/about/", .opens),
      ("/socks/help", .excluded), ("/socks/help/1", .excluded), ("/shoes", .unmatched),
    ] {
      let url = "https://shop.example" + path
      #expect(apple.answer(for: url, at: "shop.example").apps.map(\.verdict) == [verdict])
      #expect(android.answer(for: url, at: "shop.example").apps.map(\.verdict) == [verdict])
    }
    #expect(await ToolRun("associate", Self.apps, "--output", folder.path, "--check").code == 0)
    try Data("[]".utf8).write(to: known.appending(path: "assetlinks.json"))
    let stale = await ToolRun("associate", Self.apps, "--output", folder.path, "--check")
    #expect(stale.code == 1)
    #expect(stale.errors.count == 1 && stale.errors[0].contains("assetlinks.json"))
  }

  @Test func theFilesOfTheReadmeAreCurrent() async {
    let folder = Pages.folder.path
    #expect(await ToolRun("associate", Self.apps, "--output", folder, "--check").errors == [])
  }

  @Test func oneFileIsPrintedWithoutATitle() async throws {
    let run = await ToolRun("associate", Self.apps, "--platform", "android")
    #expect(AssetLinks(parsing: run.output).findings.isEmpty)
    let both = await ToolRun("associate", Self.apps)
    #expect(both.lines.first == ".well-known/apple-app-site-association")
    #expect(both.lines.contains(".well-known/assetlinks.json"))
  }

  @Test(
    arguments: [
      ("{", "standard input: The description is not JSON"),
      (#"{"apps": [{"apple_id": "shop"}]}"#, "'shop' is not an application identifier"),
      (#"{"apps": [{"package": "a.b"}]}"#, "needs SHA-256 fingerprints"),
      (#"{"apps": [{"apple_id": "ABCDE12345.a", "opens": ["a?b"]}]}"#, "'a?b' is not a path"),
      (
        #"{"apps": [{"apple_id": "ABCDE12345.a", "open": []}]}"#,
        "1:40: apps[0] has the name 'open'"
      ),
      (#"{"apps": []}"#, "has no app for the platform"),
    ]
  )
  func mistakesAreErrors(_ input: String, _ message: String) async {
    let run = await ToolRun("associate", "-", input: input)
    #expect(run.code == 2)
    #expect(run.errors.count == 1 && run.errors.first?.contains(message) == true, "\(run.errors)")
    #expect(run.output == "")
  }

  @Test func aFolderThatCannotBeWrittenIsAnError() async {
    let run = await ToolRun("associate", Self.apps, "--output", Self.apps)
    #expect(run.code == 2)
    #expect(run.errors.first?.contains("could not be written") == true)
    #expect(await ToolRun("associate", Self.apps, "--check").code == 64)
  }
}
