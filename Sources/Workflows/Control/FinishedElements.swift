internal import Futures

/// The outputs that a ``ForEach`` has so far, even after a cancellation or a failure.
///
/// ```swift
/// let loaded = RunKey<FinishedElements<Page>>("loaded")
///
/// let run = Workflow("pages") {
///   ForEach(maxConcurrent: 4, finished: loaded) {
///     FetchData()            // URLRequest -> Data
///     DecodeJSON<Page>()     // Data -> Page
///   }
/// }.start(requests)
///
/// run.cancel()
/// let pages = run[loaded]?.outputs ?? []
/// ```
///
/// Once ``WorkflowRun/stopped()`` has returned, no output is added.
public final class FinishedElements<Output: Sendable>: Sendable {
  /// The number of all elements, finished or not.
  public let count: Int
  private let content: Locked<[Output?]>

  convenience init(count: Int) { self.init([Output?](repeating: nil, count: count)) }

  private init(_ outputs: [Output?]) {
    count = outputs.count
    content = Locked(outputs)
  }

  /// The outputs of the finished elements, in the order of the elements.
  ///
  /// - Complexity: O(*n*) in the number of all elements.
  public var outputs: [Output] { content.withLock { $0 }.compactMap { $0 } }

  /// The output of one element, or `nil` if it has not finished.
  ///
  /// - Parameter index: The position of the element, from zero. There is no output at a position
  ///   that no element has.
  public subscript(index: Int) -> Output? {
    content.withLock { $0.indices.contains(index) ? $0[index] : nil }
  }

  func set(_ output: Output, at index: Int) { content.withLock { $0[index] = output } }
}

// MARK: - Durable runs

extension FinishedElements: RecordableValue where Output: Codable {
  /// Outputs in the form that a durable run records.
  package struct Recorded: RecordedForm {
    fileprivate let outputs: [Output?]

    package var value: any Sendable { FinishedElements(outputs) }
  }

  package var recorded: Recorded { Recorded(outputs: content.withLock { $0 }) }
}
