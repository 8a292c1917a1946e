import Foundation
import Testing

@testable import DurableWorkflows

/// The message about a value that cannot be decoded.
@Suite struct UnreadableValueTests {
  private struct Approval: Codable {
    struct Parcel: Codable { let weight: Int }

    let by: String
    var parcels: [Parcel] = []
  }

  @Test(arguments: [
    (#"{"parcels": []}"#, "'by' is missing"),
    (#"{"by": 5, "parcels": []}"#, "'by' is not of type String"),
    (
      #"{"by": "Mia", "parcels": [{"weight": 1}, {"weight": "2"}]}"#,
      "'parcels[1].weight' is not of type Int"
    ),
    (#"{"by": "Mia", "parcels": [null]}"#, "'parcels[0]' is null"),
    (#"{"by": "Mia", "parcels": 5}"#, "'parcels' is not an array"),
    ("5", "the value is not an object"),
  ])
  func thePlaceAndTheTypeAreNamed(json: String, message: String) {
    let error = #expect(throws: DecodingError.self) {
      try JSONRunCodec().decode(Approval.self, from: Data(json.utf8))
    }
    #expect(error.map { UnreadableValue($0).description } == message)
  }

  @Test func otherErrorsSpeakForThemselves() {
    struct Sealed: Error, CustomStringConvertible {
      let description = "The key of 2025 is needed."
    }
    #expect(UnreadableValue(Sealed()).description == "The key of 2025 is needed")
  }
}
