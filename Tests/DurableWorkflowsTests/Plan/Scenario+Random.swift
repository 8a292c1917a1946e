import TestSupport

@testable import DurableWorkflows

extension Scenario {
  /// Creates a random scenario, which is the same for the same seed and size.
  init(seed: UInt64, size: Int) {
    var generator = ScenarioGenerator(random: RandomNumbers(seed: seed), steps: size)
    let first = generator.plan(isPure: false)
    let rest = (0..<generator.random.number(0...2)).map { _ in generator.plan(isPure: false) }
    let root = generator.decorated("run", [first] + rest)
    self = generator.scenario
    name = "random \(seed), \(size)"
    plan = root
  }
}

/// Draws plans whose outcome does not depend on timing.
///
/// At most one of several concurrent branches fails. Waits end long before or long after the time
/// limits around them, even if a worker is lost in between. No limit in a fallback is exceeded:
/// what the fallback has recorded by then depends on when the worker is lost, and decides whether
/// another attempt begins with the fallback.
private struct ScenarioGenerator {
  var random: RandomNumbers
  /// The number of steps that can still be added to the plan.
  var steps: Int
  var scenario = Scenario(plan: .plain("none"))
  private var names = 0
  private var isInFallback = false

  init(random: RandomNumbers, steps: Int) {
    self.random = random
    self.steps = steps
  }

  private mutating func name(_ kind: String) -> String {
    names += 1
    return "\(kind)\(names)"
  }

  /// Draws what is done to the whole workflow.
  mutating func decorated(_ name: String, _ parts: [Plan]) -> Plan {
    let steps = Plan.chain("steps", parts)
    switch random.number(0...7) {
    case 0: return .limit(name, steps, time: 10_000_000)
    case 1: return .retry(name, steps, attempts: random.number(1...3), pause: 0)
    case 2: return .checkpoint(name, steps, isCompensated: random.number(0...1) == 0)
    case 3: return .recover(name, steps, fallback: fallback(false))
    default: return .chain(name, parts)
    }
  }

  mutating func plan(isPure: Bool) -> Plan {
    if steps <= 1 { return leaf(isPure) }
    steps -= 1
    switch random.number(0...13) {
    case 0...2: return chain(isPure)
    case 3, 4: return parallel(isPure)
    case 5:
      let limit = random.number(1...3)
      return .forEach(
        name("each"),
        plan(isPure: true),
        count: random.number(0...3),
        limit: limit
      )
    case 6: return .when(name("when"), plan(isPure: isPure), otherwise: plan(isPure: isPure))
    case 7:
      return .recover(name("recover"), plan(isPure: isPure), fallback: fallback(isPure))
    case 8: return .settle(name("settle"), plan(isPure: isPure))
    case 9:
      let attempts = random.number(1...3)
      let pause = random.number(0...1) * 20
      return .retry(name("retry"), plan(isPure: isPure), attempts: attempts, pause: pause)
    case 10: return limit(isPure)
    case 11:
      let isCompensated = random.number(0...1) == 0
      return .checkpoint(name("keep"), plan(isPure: isPure), isCompensated: isCompensated)
    case 12: return wait(isPure)
    default: return leaf(isPure)
    }
  }

  private mutating func fallback(_ isPure: Bool) -> Plan {
    let wasInFallback = isInFallback
    defer { isInFallback = wasInFallback }
    isInFallback = true
    return plan(isPure: isPure)
  }

  private mutating func chain(_ isPure: Bool) -> Plan {
    let count = random.number(1...4)
    return .chain(name("chain"), (0..<count).map { _ in plan(isPure: isPure) })
  }

  private mutating func parallel(_ isPure: Bool) -> Plan {
    let count = random.number(2...3)
    let impure = random.number(0...count - 1)
    return .parallel(
      name("parallel"),
      (0..<count).map { plan(isPure: isPure || $0 != impure) }
    )
  }

  /// Draws a limit that is always or never exceeded.
  private mutating func limit(_ isPure: Bool) -> Plan {
    if isPure || isInFallback || random.number(0...2) > 0 {
      return .limit(name("limit"), plan(isPure: isPure), time: 10_000_000)
    }
    let slow: Plan
    if random.number(0...1) == 0 {
      slow = leaf(true)
      scenario.behaviours[slow.name] = .slow(500)
    } else {
      slow = .wait(name("wait"), 5000)
    }
    let first = plan(isPure: true)
    return .limit(name("limit"), .chain(name("chain"), [first, slow]), time: 5)
  }

  private mutating func wait(_ isPure: Bool) -> Plan {
    steps -= 1
    switch random.number(0...3) {
    case 0, 1: return .wait(name("wait"), random.number(0...5) * 10)
    case 2:
      let name = name("signal")
      let isEarly = random.number(0...1) == 0
      scenario.sendings.append(Scenario.Sending(name: name, value: 4, isEarly: isEarly))
      return .signal(name, timeout: random.number(0...1) == 0 ? nil : 10_000_000)
    default: return isPure ? leaf(true) : .signal(name("signal"), timeout: 20)
    }
  }

  private mutating func leaf(_ isPure: Bool) -> Plan {
    steps -= 1
    let leaf = name("step")
    switch random.number(0...9) {
    case 0, 1: if !isPure { scenario.behaviours[leaf] = .fail }
    case 2, 3:
      if !isPure { scenario.behaviours[leaf] = .failUntil(attempt: random.number(1...2)) }
    default: scenario.behaviours[leaf] = .add(random.number(1...9))
    }
    if random.number(0...4) == 0 { scenario.failingUndos.insert(leaf) }
    let kind = random.number(0...3)
    return .step(Plan.Leaf(name: leaf, isRecorded: kind > 0, isCompensated: kind > 1))
  }
}
