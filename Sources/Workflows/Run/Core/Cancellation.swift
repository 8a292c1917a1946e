internal import Futures

/// Whether an error stands for cancellation.
///
/// Only errors that say so by their type: what a library reports when it was stopped, such as
/// `URLError.cancelled`, may have been caused by somebody else and stays an error.
func isCancellation(_ error: any Error) -> Bool {
  (error as? any CancellationRepresentable)?.isCancellation ?? false
}
