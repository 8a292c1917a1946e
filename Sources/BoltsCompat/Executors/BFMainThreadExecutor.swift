/// The main thread, for closures that belong to the main actor.
///
/// The operations with a parameter `on` take closures of the main actor, so the compiler lets them touch its
/// state:
///
/// ```swift
/// load(url).continueOnSuccessWith(on: .mainThread) { page in self.label.text = page.title }
/// ```
///
/// They run where those on ``BFExecutor/mainThread`` do: at once if the caller is on the main queue, otherwise
/// by way of the main queue.
public struct BFMainThreadExecutor: Sendable {
  init() {}

  /// The main thread.
  public static let mainThread = BFMainThreadExecutor()
}

/// Calls a closure of the main actor from a continuation on the main thread.
func onMainActor<Input: Sendable, Output: Sendable>(
  _ body: @escaping @MainActor @Sendable (Input) throws -> Output
) -> @Sendable (Input) throws -> Output {
  { input in try MainActor.assumeIsolated { try body(input) } }
}
