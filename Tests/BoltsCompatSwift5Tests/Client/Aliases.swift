import BoltsCompat

// The lines that the guide "Coming from Bolts" gives to a module. The rest of this folder is code
// as it was written for Bolts for Swift. It holds every form in which the public API can be called.
//
// | file           | declarations of Bolts for Swift                                             |
// |----------------|-----------------------------------------------------------------------------|
// | MakingTasks    | `init(_:)`, `init(error:)`, `init(_:closure:)`, `cancelledTask()`,          |
// |                | `execute`, `executeWithTask`, `withDelay`                                   |
// | ContinueForms  | `continueWith`, `continueWithTask`                                          |
// | SuccessForms   | `continueOnSuccessWith`, `continueOnSuccessWithTask`                        |
// | ErrorForms     | `continueOnErrorWith`, `continueOnErrorWithTask`, for any error and for one |
// |                | type                                                                        |
// | CombiningForms | `whenAll`, `whenAllResult`, `whenAny`, of an array and of several           |
// |                | arguments; `AggregateError`                                                 |
// | StateForms     | `completed`, `faulted`, `cancelled`, `result`, `error`,                     |
// |                | `waitUntilCompleted()`, `description`, `debugDescription`, `CancelledError` |
// | SourceForms    | `TaskCompletionSource`: `init()`, `task`, `set`, `trySet`, `cancel`,        |
// |                | `tryCancel`; as an object                                                   |
// | ExecutorForms  | `Executor`: its cases, `execute`, `description`, `debugDescription`         |
// | GenericClients | generic functions, classes, protocols and extensions of a client            |
// | Captures       | closures that capture classes and variables, values that are not `Sendable` |
//
// The forms of a function: with its executor and without; with a trailing closure, with the label,
// and with a function passed by name; with types stated and left out; the method itself as a value,
// by its base name and by its full name.

/// The task of Bolts.
public typealias Task = BFTask
/// The completion source of Bolts.
public typealias TaskCompletionSource = BFTaskCompletionSource
/// The executor of Bolts.
public typealias Executor = BFExecutor
