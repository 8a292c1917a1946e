import AppLinks
import Foundation

extension OutboundData {
  /// The data that an app receives, as indented JSON.
  var indentedJSON: String {
    get throws {
      let value = try JSONSerialization.jsonObject(with: Data(try json().utf8))
      let data = try JSONSerialization.data(
        withJSONObject: value,
        options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      )
      return String(decoding: data, as: UTF8.self)
    }
  }
}
