import TestSupport

/// A random program of a function whose outcome depends on what is first: it has races, limits,
/// children, attempts and signals.
///
/// No model foresees what it returns. It is compared with what it has done, and with what is
/// recorded of that.
indirect enum RacingProgram: Sendable {
  /// A step with an effect that can be undone, after some seconds.
  ///
  /// If it heeds, it ends at once when it is cancelled.
  case step(Int, seconds: Int, heeds: Bool)
  /// A step whose failure is caught.
  case failure(Int, seconds: Int)
  /// A step that succeeds with its third attempt.
  case retried(Int)
  case wait(Int, seconds: Int)
  /// A signal that comes at once, or never.
  case signal(Int, seconds: Int, comes: Bool)
  case child(Int)
  case sequence([RacingProgram])
  case group([RacingProgram])
  /// A group whose first value cancels the others, which are waited for.
  case race([RacingProgram])
  /// Two child tasks of the function.
  case pair(RacingProgram, RacingProgram)
  case limit(Int, seconds: Int, RacingProgram)
  case part(Int, RacingProgram)
  /// A choice by the value of the first.
  case choice(RacingProgram, RacingProgram, RacingProgram)

  /// Creates a random program of a number of parts, which is the same for the same seed and size.
  init(seed: UInt64, size: Int) {
    var generator = RacingProgramGenerator(random: RandomNumbers(seed: seed), size: size)
    self = generator.program()
  }
}

private struct RacingProgramGenerator {
  var random: RandomNumbers
  let size: Int
  private var count = 0

  init(random: RandomNumbers, size: Int) {
    self.random = random
    self.size = size
  }

  mutating func program() -> RacingProgram {
    var parts: [RacingProgram] = []
    repeat { parts.append(part(depth: 4)) } while count < size
    return .sequence(parts)
  }

  private mutating func parts(_ numbers: ClosedRange<Int>, depth: Int) -> [RacingProgram] {
    (0..<random.number(numbers)).map { _ in part(depth: depth) }
  }

  private mutating func part(depth: Int) -> RacingProgram {
    count += 1
    let id = count
    let isLeaf = depth == 0 || count >= size
    let inner = depth - 1
    switch isLeaf ? random.number(0...8) : random.number(3...18) {
    case 0...3:
      return .step(id, seconds: random.number(0...25), heeds: random.number(0...1) == 0)
    case 4: return .failure(id, seconds: random.number(0...15))
    case 5: return .retried(id)
    case 6: return .wait(id, seconds: random.number(1...60))
    case 7: return .signal(id, seconds: random.number(10...80), comes: random.number(0...2) == 0)
    case 8: return .child(id)
    case 9, 10: return .sequence(parts(2...3, depth: inner))
    case 11, 12: return .group(parts(2...5, depth: inner))
    case 13, 14: return .race(parts(2...3, depth: inner))
    case 15: return .pair(part(depth: inner), part(depth: inner))
    case 16: return .limit(id, seconds: random.number(5...80), part(depth: inner))
    case 17: return .part(id, part(depth: inner))
    default: return .choice(part(depth: inner), part(depth: inner), part(depth: inner))
    }
  }
}
