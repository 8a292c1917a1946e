internal import Futures

/// A step that runs other steps for every element of a collection, several at a time.
///
/// ```swift
/// let pages = Workflow("pages") {
///   ListPages()                      // Void -> [URLRequest]
///   ForEach(maxConcurrent: 4) {
///     FetchData()                    // URLRequest -> Data
///     DecodeJSON<Page>()             // Data -> Page
///   }                                // [URLRequest] -> [Page]
/// }
/// ```
///
/// The outputs have the order of the elements. If an element fails, the running ones are cancelled,
/// no further one starts, and the step fails with that error once all have ended. An element that
/// ignores its cancellation therefore delays the failure; ``Step/timeout(_:clock:)`` limits how
/// long. To receive an outcome for every element instead, end the steps with ``Step/asResult()``.
/// To access the outputs of elements that finished before a failure or a cancellation, pass a key
/// for ``FinishedElements``.
public struct ForEach<Elements: Collection & Sendable, ElementOutput: Sendable>: Step
where Elements.Element: Sendable {
  /// The name of the step in messages and traces.
  public let name: String

  /// The weight of the steps for one element.
  public let weight: Double

  private let maxConcurrent: Int
  private let finished: RunKey<FinishedElements<ElementOutput>>?
  let branch: Branch<Elements.Element, ElementOutput>
  private(set) var key: (@Sendable (Elements.Element) -> String)?

  /// Creates a step for the elements of a collection of any type.
  ///
  /// - Parameters:
  ///   - collection: The type of the collection.
  ///   - maxConcurrent: The most elements to process at the same time; values less than 1 count as
  ///     1.
  ///   - name: The name of the step in messages and traces.
  ///   - finished: The key of the run under which the outputs are available while the step is
  ///     running, and after a failure or a cancellation; `nil` for none. Later steps can read them,
  ///     too. If several steps or attempts use one key, it has the outputs of the one that began
  ///     last.
  ///   - steps: The steps to run for each element.
  public init(
    in collection: Elements.Type,
    maxConcurrent: Int = .max,
    name: String = "for each",
    finished: RunKey<FinishedElements<ElementOutput>>? = nil,
    @WorkflowBuilder _ steps: () -> Workflow<Elements.Element, ElementOutput>
  ) {
    let steps = steps()
    self.name = name
    self.finished = finished
    self.maxConcurrent = max(1, maxConcurrent)
    weight = steps.usableWeight
    branch = Branch(steps)
  }

  /// Creates a step for the elements of an array.
  ///
  /// - Parameters:
  ///   - maxConcurrent: The most elements to process at the same time; values less than 1 count as
  ///     1.
  ///   - name: The name of the step in messages and traces.
  ///   - finished: The key of the run under which the outputs are available while the step is
  ///     running, and after a failure or a cancellation; `nil` for none.
  ///   - steps: The steps to run for each element.
  public init<Element>(
    maxConcurrent: Int = .max,
    name: String = "for each",
    finished: RunKey<FinishedElements<ElementOutput>>? = nil,
    @WorkflowBuilder _ steps: () -> Workflow<Element, ElementOutput>
  ) where Elements == [Element] {
    self.init(
      in: [Element].self,
      maxConcurrent: maxConcurrent,
      name: name,
      finished: finished,
      steps
    )
  }

  /// Runs the steps for every element.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - context: The context of the step.
  /// - Returns: The outputs, in the order of the elements.
  /// - Throws: The error of the first element that fails.
  public nonisolated(nonsending) func run(
    _ elements: Elements,
    in context: StepContext
  ) async throws -> [ElementOutput] {
    let elements = Array(elements)
    let names = try names(of: elements, in: context)
    if let run = context.durability, branch.outline().hasPlaces {
      run.begin(elements: elements.count, at: context.place)
    }
    let fork = Fork(context)
    let share = 1 / Double(max(1, elements.count))
    let outputs = FinishedElements<ElementOutput>(count: elements.count)
    if let finished {
      context[finished] = outputs
      // Set in the root lane: values of a branch, or of a step with a time limit, are not adopted
      // if it does not succeed.
      context.run.root.set(outputs, for: finished)
    }
    try await fork.run(count: elements.count, limit: maxConcurrent) { [branch] number in
      let output = try await fork.perform(number, names[number], share: share) { context in
        try await branch.run(elements[number], context)
      }
      outputs.set(output, at: number)
    }
    return outputs.outputs
  }
}

// MARK: - Keys

extension ForEach {
  /// Returns a step that names its elements by your keys instead of by their numbers.
  ///
  /// ```swift
  /// ForEach {
  ///   Perform("upload") { (photo: Photo) in
  ///     try await album.upload(photo)
  ///   }
  /// }
  /// .keyed { photo in photo.name }
  /// ```
  ///
  /// Traces show the keys, and a durable run keeps its records under them. Use a key if the
  /// collection may have another order, or other elements, when the run continues in another
  /// process. A set or a dictionary has another order in each process: a durable workflow with a
  /// `ForEach` of one, and without keys, is refused when you register it.
  ///
  /// - Parameter key: Returns the key of an element, which no other element has: the step fails
  ///   with ``DuplicateElementKey`` otherwise. It may be called in each process that runs the step.
  /// - Returns: The step.
  public func keyed(by key: @escaping @Sendable (Elements.Element) -> String) -> ForEach {
    var step = self
    step.key = key
    return step
  }

  private func names(
    of elements: [Elements.Element],
    in context: StepContext
  ) throws(DuplicateElementKey) -> [String] {
    guard let key else { return elements.indices.map { "#\($0 + 1)" } }
    let names = elements.map(key)
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted {
      throw DuplicateElementKey(key: name, step: context.path)
    }
    return names
  }
}

/// The error of a ``ForEach`` in which two elements have the same key.
public struct DuplicateElementKey: Error, Hashable, Sendable, CustomStringConvertible {
  /// The key.
  public let key: String

  /// The path of the step.
  public let step: String

  /// A message that says what is wrong, and what to do.
  public var description: String {
    "Several elements of '\(step)' have the key '\(key)'. "
      + "Return another key for each element from the closure of keyed(by:)."
  }
}
