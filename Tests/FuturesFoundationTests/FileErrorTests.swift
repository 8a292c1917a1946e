import Foundation
import FuturesFoundation
import Testing

@Suite struct FileErrorTests {
  @Test func anErrorOfTheSystemIsFoundBelowOthers() {
    let inner = NSError(domain: NSPOSIXErrorDomain, code: Int(ENOSPC))
    let outer = NSError(
      domain: NSCocoaErrorDomain,
      code: 640,
      userInfo: [NSUnderlyingErrorKey: inner]
    )
    #expect(FileError(.save, "/a", outer).code == .ENOSPC)
    #expect(FileError(.save, "/a", POSIXError(.EROFS)).code == .EROFS)
  }

  /// The description of an error adds the period.
  @Test func anotherErrorIsTheReasonWithoutItsPeriod() {
    let cause = NSError(domain: "a", code: 1, userInfo: [NSLocalizedDescriptionKey: "No room..."])
    let error = FileError(.save, "/a", cause)
    #expect(error.code == nil)
    #expect(error.reason == "No room")
    #expect(error.description == "Cannot save /a: No room.")
  }
}
