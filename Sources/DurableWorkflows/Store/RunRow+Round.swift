internal import Foundation
internal import Workflows

extension RunRow<Data> {
  /// The input with which the run has begun, or begun anew.
  ///
  /// ``input`` stays that of the submission, which is recognized by it.
  var currentInput: Data { records[.input]?.value ?? input }

  /// How often the run has begun, with its submission and anew.
  var round: Int {
    records[.round].flatMap { Int(String(decoding: $0.value, as: UTF8.self)) } ?? 1
  }
}
