import DurableWorkflows
import DurableWorkflowsTesting
import Testing
import Workflows

// App code: everything here belongs to the main actor, unless it says otherwise. What a store keeps
// is encoded and decoded anywhere, so its types say so.

nonisolated struct Album: Codable, Sendable {
  let name: String
  let photos: [String]
}

nonisolated struct ImportReport: Codable, Sendable, Equatable {
  let album: String
  let count: Int
}

let isUnmetered = Signal<Bool>("on an unmetered network")

/// Imports albums, shows how far they are, and goes on where an earlier process was.
final class AlbumImporter {
  private(set) var uploaded: [String] = []
  private(set) var title = ""
  private let runs: DurableRuns
  private var workflow: Workflow<Album, ImportReport>?

  init(store: RunStore) throws {
    let uploads = Uploads()
    let workflow = Workflow("import album") {
      Perform("check") { (album: Album) in album }.checkpoint()
      WaitForSignal(isUnmetered)
      Perform("photos") { (album: Album, _: Bool) in album }
      Perform("upload") { (album: Album) in
        for photo in album.photos { uploads.add(photo) }
        return ImportReport(album: album.name, count: album.photos.count)
      }
      .checkpoint()
    }
    self.workflow = workflow
    runs = try DurableRuns(store: store, workflows: [workflow.durable()])
    uploads.importer = self
  }

  /// Resumes at launch.
  func launch() { runs.start() }

  func userChose(_ album: Album) async throws -> ImportReport? {
    guard let workflow else { return nil }
    let run = try await runs.submit(workflow, id: album.name, input: album)
    title = "Waiting for the network"
    try await run.send(true, to: isUnmetered)
    let report = try await run.value
    title = "\(report.count) photos"
    return report
  }

  func leave() async { await runs.stop() }

  /// The steps of the workflow, on the main actor as all of this.
  private final class Uploads {
    weak var importer: AlbumImporter?

    func add(_ photo: String) { importer?.uploaded.append(photo) }
  }
}

@Suite struct DurableImportTests {
  @Test func anAppImportsOnTheMainActor() async throws {
    let importer = try AlbumImporter(store: .inMemory())
    importer.launch()
    let album = Album(name: "Rome", photos: ["forum", "fountain"])
    let report = try await importer.userChose(album)
    #expect(report == ImportReport(album: "Rome", count: 2))
    #expect(importer.uploaded == ["forum", "fountain"])
    #expect(importer.title == "2 photos")
    await importer.leave()
  }
}
