import Foundation
import Testing
import Transfers

@Suite struct OldNamesTests {
  @Test func theNamesOfOlderVersionsStillWork() { (self as any UsesOldNames).useOldNames() }
}

private protocol UsesOldNames {
  func useOldNames()
}

extension OldNamesTests: UsesOldNames {
  // What is deprecated may use what is deprecated without a warning.
  @available(*, deprecated)
  fileprivate func useOldNames() {
    var options = TransferOptions(maximumBody: 10, maximumErrorBody: 5)
    #expect(options.maximumBodyBytes == 10 && options.maximumErrorBodyBytes == 5)
    options.maximumBody = 20
    options.maximumErrorBody = 6
    #expect(options.maximumBody == 20 && options.maximumErrorBody == 6)
    #expect(options.maximumBodyBytes == 20 && options.maximumErrorBodyBytes == 6)
    let progress = TransferProgress(sent: 1, totalToSend: 2, received: 3, totalToReceive: 4)
    #expect(progress.bytesSent == 1 && progress.totalBytesToSend == 2)
    #expect(progress.bytesReceived == 3 && progress.totalBytesToReceive == 4)
    #expect(progress.sent == 1 && progress.totalToSend == 2)
    #expect(progress.received == 3 && progress.totalToReceive == 4)
    #expect(TransferProgress(received: 3) == TransferProgress(bytesReceived: 3))
    let error = TransferError(.bodyTooLarge, url: nil, received: 5, expected: 6)
    #expect(error.bytesReceived == 5 && error.bytesExpected == 6)
    #expect(error.received == 5 && error.expected == 6)
  }
}
