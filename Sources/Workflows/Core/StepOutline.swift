/// The parts of a step, as far as they are known without running it.
package struct StepOutline: Sendable {
  /// How the parts of a step belong together.
  package enum Kind: String, Hashable, Sendable, Codable {
    /// Has no parts, or does not describe them.
    case step
    /// Runs its parts one after another.
    case chain
    /// Runs its parts concurrently.
    case parallel
    /// Runs its part for each element.
    case forEach
    /// Runs its first or its second part.
    case when
    /// Runs its second part if the first one fails; has one part if that is a closure.
    case recover
    case settle
    case retry
    case timeout
    case compensate
    case finally
    case keepInput
    case cache
    case checkpoint
    case wait
    case signal
    /// Makes calls that have places inside, which are unknown before it runs.
    case function

    /// Whether a durable run writes something before the step does anything.
    var writesAtOnce: Bool {
      switch self {
      case .compensate, .wait, .signal: true
      default: false
      }
    }
  }

  /// The signal that a step waits for.
  package struct Signal: Sendable {
    package let name: String
    package let type: any (Decodable & Sendable).Type
    /// Whether each wait takes another value.
    package let queues: Bool

    package init(name: String, type: any (Decodable & Sendable).Type, queues: Bool = false) {
      self.name = name
      self.type = type
      self.queues = queues
    }
  }

  package let kind: Kind
  package private(set) var name: String
  private let output: any Any.Type
  /// The name of the type of the output, of an outline that was read.
  private var outputName: String?
  package private(set) var parts: [StepOutline]
  /// The share in the progress of the enclosing chain or branches, relative to the other parts.
  package var weight = 1.0
  /// Whether the step can read the key that a durable run derives from its place.
  package var seesContext = false
  /// Whether the elements are named by keys, which can be any.
  package var namesElementsByKeys = false
  /// Whether the elements are named by their numbers in a collection that has another order in each
  /// process.
  package var numbersUnorderedElements = false
  /// The signal that the step waits for; `nil` for most steps.
  package var signal: Signal?

  package init(
    _ kind: Kind,
    _ name: String,
    output: any Any.Type,
    parts: [StepOutline] = []
  ) {
    self.kind = kind
    self.name = name
    self.output = output
    self.parts = parts
  }
}

extension StepOutline {
  /// The name of the type of the output, as records have it.
  package var type: String { outputName ?? "\(output)" }
}

/// The names of the parts, for a process that does not have them. Signals are left out.
extension StepOutline: Codable {
  private enum CodingKeys: CodingKey {
    case kind, name, type, parts
  }

  /// Reads an outline, whose types are known by their names only.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try values.decode(Kind.self, forKey: .kind),
      try values.decode(String.self, forKey: .name),
      output: Never.self,
      parts: try values.decodeIfPresent([StepOutline].self, forKey: .parts) ?? []
    )
    outputName = try values.decode(String.self, forKey: .type)
  }

  /// Writes the parts.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(kind, forKey: .kind)
    try values.encode(name, forKey: .name)
    try values.encode(type, forKey: .type)
    if !parts.isEmpty { try values.encode(parts, forKey: .parts) }
  }
}

extension StepOutline {
  /// Whether a durable run has records, or waits, inside.
  package var hasPlaces: Bool {
    [.checkpoint, .wait, .signal, .function].contains(kind) || parts.contains(where: \.hasPlaces)
  }

  /// The signals that the step and its parts wait for.
  package var signals: [Signal] { (signal.map { [$0] } ?? []) + parts.flatMap(\.signals) }

  /// Whether the step or one of its parts waits for signals that it does not describe.
  package var hasHiddenSignals: Bool {
    kind == .function || parts.contains(where: \.hasHiddenSignals)
  }
}

extension StepOutline {
  /// Whether it is a function, or contains one.
  package var hasFunctions: Bool { kind == .function || parts.contains(where: \.hasFunctions) }

  /// This step with another name, and with it what has the same place: the step that it wraps.
  func named(_ name: String) -> StepOutline {
    let isAround =
      switch kind {
      // The second part of `recover` has a place of its own; the others have one part.
      case .recover, .settle, .retry, .timeout, .compensate, .finally, .keepInput, .cache,
        .checkpoint:
        true
      case .step, .chain, .parallel, .forEach, .when, .wait, .signal, .function: false
      }
    var outline = self
    outline.name = name
    if isAround, let first = parts.first { outline.parts[0] = first.named(name) }
    return outline
  }
}
