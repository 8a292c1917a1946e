internal import CExplorer

/// The order in which the threads of a scenario ran: the choices that did not take the first
/// option.
///
/// The printed form is pairs of the number of the choice and the option taken, such as `4:1 17:2`.
public struct Schedule: Sendable, Equatable, LosslessStringConvertible {
  struct Turn: Sendable, Equatable {
    var position: UInt32
    var option: UInt32
  }

  var turns: [Turn]

  /// The schedule of the last execution.
  static var current: Schedule {
    let most = 256
    var positions = [UInt32](repeating: 0, count: most)
    var options = positions
    let count = explorer_schedule(&positions, &options, most)
    return Schedule(
      turns: (0..<count).map { Turn(position: positions[$0], option: options[$0]) }
    )
  }

  init(turns: [Turn]) { self.turns = turns }

  /// Parses the printed form of a schedule.
  ///
  /// - Parameter description: The printed form, which is empty for the schedule without such
  ///   choices.
  public init?(_ description: String) {
    turns = []
    for pair in description.split(separator: " ") {
      let numbers = pair.split(separator: ":")
      guard numbers.count == 2, let position = UInt32(numbers[0]), let option = UInt32(numbers[1])
      else { return nil }
      turns.append(Turn(position: position, option: option))
    }
  }

  /// The printed form.
  public var description: String {
    turns.map { "\($0.position):\($0.option)" }.joined(separator: " ")
  }
}
