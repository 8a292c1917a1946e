/// Where closures that belong to the main actor run.
///
/// The overloads that take this context take `@MainActor` closures, so the compiler lets the closure touch
/// the state of the main actor. Choose them by naming the context. Observers are on the main actor also if
/// the closure is marked:
///
/// ```swift
/// forecast.onSuccess(on: .mainActor) { value in label.text = value.summary }
/// forecast.onSuccess { @MainActor value in label.text = value.summary }
/// ```
public struct MainActorContext: Sendable {
  let context: ExecutionContext

  /// The main actor, by way of the main queue; always hops, even when already there.
  public static let mainActor = MainActorContext(context: .main)

  /// Inline when already on the main actor, otherwise by way of the main queue.
  public static let mainActorInline = MainActorContext(context: .mainInline)
}
