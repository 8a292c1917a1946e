import Testing

@testable import OrdersKit

@Suite struct DoomTests {
  @Test func aStepIsReadWithItsTime() {
    #expect(Doom(step: "charge") == Doom(step: .charge, time: 1))
    #expect(Doom(step: "ship:3") == Doom(step: .ship, time: 3))
  }

  @Test(arguments: ["", "fly", "charge:", "charge:0", "charge:x", "charge:1:2", ":1"])
  func othersAreRefused(text: String) { #expect(Doom(step: text) == nil) }
}
