public import Foundation
internal import Workflows

extension RunRow<Data> {
  /// The identifier of the run whose step submitted this run; `nil` if no step did.
  @_spi(Stores) public var parent: String? {
    records[.parent].map { String(decoding: $0.value, as: UTF8.self) }
  }
}
