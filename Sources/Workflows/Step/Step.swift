/// One piece of work with a typed input and a typed output, to be put together into a ``Workflow``.
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
/// A step is a value that holds its settings and nothing of a run: one step may be part of many
/// workflows and run many times at once. What a step makes during a run, it returns, or leaves for
/// later steps under a ``RunKey``. For a closure there is no need to write a type: see ``Perform``
/// and the methods called `then`.
///
/// It is the successor of BkTask's `BKTTaskStep`. There, steps met through keys of a content object
/// and a mistake showed as a missing value at run time; here the compiler checks that each step
/// takes what the one before it gives.
public protocol Step<Input, Output>: Sendable {
  /// What the step takes: the output of the step before it, or the input of the run.
  associatedtype Input: Sendable

  /// What the step gives to the next one.
  associatedtype Output: Sendable

  /// What messages, traces and ``WorkflowRun`` call the step; the name of its type if you do not
  /// say.
  var name: String { get }

  /// How much of the progress of a workflow the step stands for, compared with the other steps.
  ///
  /// Zero or more; 1 if you do not say.
  var weight: Double { get }

  /// Does the work once.
  ///
  /// Runs in the task of the run, on no actor unless the implementation is isolated to one. When
  /// the run is cancelled, that task is cancelled, and so is ``StepContext/cancellation``; the run
  /// ends at once and drops what a step that does not care returns later.
  ///
  /// - Parameters:
  ///   - input: What to work on.
  ///   - context: The step's connection to the run: progress, cancellation, values that travel
  ///     along.
  /// - Returns: What the next step gets.
  /// - Throws: What fails the run, unless a control step around this one handles it.
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
