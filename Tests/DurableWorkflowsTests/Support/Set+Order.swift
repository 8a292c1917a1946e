import DurableWorkflows
import Foundation
import Testing

extension Set where Element: Codable {
  /// Returns an equal set whose data is not that of this one, as in another process.
  func inAnotherOrder() throws -> Set {
    let codec = JSONRunCodec()
    let data = try codec.encode(self)
    let sets = (1...20).lazy.map { factor in
      var set = Set(minimumCapacity: factor * 100)
      set.formUnion(self)
      return set
    }
    return try #require(sets.first { (try? codec.encode($0)) != data })
  }
}
