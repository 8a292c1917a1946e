/// A piece of work with a typed input and a typed output, a part of a ``Workflow``.
///
/// ```swift
/// struct Checksum: Step {
///   func run(_ data: Data, in context: StepContext) async throws -> UInt32 {
///     var sum: UInt32 = 0
///     for (index, byte) in data.enumerated() {
///       try context.throwIfCancelled()
///       context.report(Double(index) / Double(data.count))
///       sum = sum &* 31 &+ UInt32(byte)
///     }
///     return sum
///   }
/// }
/// ```
///
/// A step is a value that holds its settings and no state of a run: you can use it in many
/// workflows and run it many times at once. It returns its result, or leaves values for later steps
/// under a ``RunKey``. A closure needs no separate type: see ``Perform`` and the methods named
/// `then`.
///
/// It is the successor of BkTask's `BKTTaskStep`. Those steps exchanged values under keys of a
/// content object, and a mistake was a missing value at run time; here the compiler checks that the
/// output of each step is the input of the next.
public protocol Step<Input, Output>: Sendable {
  /// The input of the step: the output of the step before it, or the input of the run.
  associatedtype Input: Sendable

  /// The output of the step.
  associatedtype Output: Sendable

  /// The name of the step in messages, traces and ``WorkflowRun``.
  ///
  /// The default is the name of the type.
  var name: String { get }

  /// The share of the step in the progress of a workflow, relative to the other steps.
  ///
  /// Zero or more. The default is 1.
  var weight: Double { get }

  /// Performs the work once.
  ///
  /// This runs in the task of the run, on no actor unless the implementation is isolated to one.
  /// Cancelling the run cancels that task and ``StepContext/cancellation``; the run ends at once,
  /// and drops the output of a step that ignores its cancellation.
  ///
  /// - Parameters:
  ///   - input: The input.
  ///   - context: The connection of the step to its run: progress, cancellation, and shared values.
  /// - Returns: The input of the next step.
  /// - Throws: An error that fails the run, unless a control step around this one handles it.
  ///   `CancellationError` cancels the run.
  nonisolated(nonsending) func run(
    _ input: Input,
    in context: StepContext
  ) async throws -> Output
}

extension Step {
  /// The name of the type, without its generic arguments.
  public var name: String { String(String(describing: Self.self).prefix { $0 != "<" }) }

  /// 1.
  public var weight: Double { 1 }

  /// The weight; zero if it is negative or not finite.
  var usableWeight: Double { weight > 0 && weight.isFinite ? weight : 0 }
}
