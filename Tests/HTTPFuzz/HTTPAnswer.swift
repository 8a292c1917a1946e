import LoopbackServer
import TestSupport

/// What a server sends for a request, right or wrong.
struct HTTPAnswer {
  enum Ending {
    /// Nothing more comes, as the connection says.
    case end
    /// The connection breaks.
    case reset
    /// Nothing more comes, and the connection stays open.
    case silence
  }

  /// What is sent, one piece after the other.
  var pieces: [[UInt8]]
  var ending: Ending

  /// All that is sent.
  var bytes: [UInt8] { pieces.flatMap { $0 } }

  /// Sends the answer through a connection.
  func send(through connection: LoopbackConnection) throws {
    for piece in pieces { try connection.send(piece) }
    switch ending {
    case .end: break
    case .reset: connection.reset()
    case .silence: connection.waitForPeerToClose()
    }
  }
}

extension HTTPAnswer {
  /// The answer with a number, of those that belong to a seed.
  ///
  /// It is made of what answers are made of, and then changed here and there.
  init(seed: UInt64, number: Int) {
    var random = SeededRandom(seed: seed &* 1_000_003 &+ UInt64(number))
    var bytes: [UInt8] = []
    if Int.random(in: 0..<12, using: &random) == 0 { bytes += AnswerParts.interim(using: &random) }
    bytes += AnswerParts.answer(using: &random)
    for _ in 0..<Int.random(in: 0...3, using: &random) { bytes.mutate(using: &random) }
    let cuts = (0..<Int.random(in: 0...2, using: &random))
      .map { _ in Int.random(in: 0...bytes.count, using: &random) }
      .sorted()
    pieces = zip([0] + cuts, cuts + [bytes.count]).map { Array(bytes[$0..<$1]) }
    switch Int.random(in: 0..<40, using: &random) {
    case 0: ending = .silence
    case 1...4: ending = .reset
    default: ending = .end
    }
  }
}

extension [UInt8] {
  /// Changes something.
  fileprivate mutating func mutate(using random: inout SeededRandom) {
    let first = Int.random(in: 0...count, using: &random)
    let last = Swift.min(count, first + Int.random(in: 0...24, using: &random))
    switch Int.random(in: 0..<8, using: &random) {
    case 0: removeSubrange(first...)
    case 1: removeSubrange(first..<last)
    case 2: insert(contentsOf: self[first..<last], at: first)
    case 3: insert(contentsOf: AnswerParts.token(using: &random).utf8, at: first)
    case 4: insert(UInt8.random(in: 0...255, using: &random), at: first)
    case 5 where first < count: self[first] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 6: replaceSubrange(first..<last, with: AnswerParts.token(using: &random).utf8)
    default: break
    }
  }
}
