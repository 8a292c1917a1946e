import Foundation
import Futures
import FuturesFoundation
import TestSupport
import Testing

@testable import Workflows

/// The events between two pieces of a file.
@Suite struct LoadProgressTests {
  let folder: TemporaryFolder
  let content = Data(count: 4 << 20)

  init() throws { folder = try TemporaryFolder() }

  @Test func aStepThatIsCancelledBetweenTwoPiecesStopsBeforeTheNextOne() async throws {
    try content.write(to: folder.file("a"))
    let source = CancellationSource()
    let context = StepContext(cancellation: source.token)
    // The listener is called on the reading thread after each piece.
    _ = context.run.progressChanges.addListener { source.cancel() }
    await #expect(throws: CancellationError.self) {
      try await LoadFile(folder.file("a")).run((), in: context)
    }
    #expect(context.reportedFraction == 0.25)
  }

  @Test func theProgressOfALinkIsThatOfTheFileBehindIt() async throws {
    try content.write(to: folder.file("a"))
    try FileManager.default.createSymbolicLink(
      at: folder.file("link"),
      withDestinationURL: folder.file("a")
    )
    let context = StepContext()
    let fractions = Log<Double>()
    _ = context.run.progressChanges.addListener { fractions.add(context.reportedFraction) }
    #expect(try await LoadFile(folder.file("link")).run((), in: context) == content)
    #expect(fractions.all == [0.25, 0.5, 0.75, 1])
  }
}
