internal import Foundation
internal import Futures
internal import Workflows

extension FunctionRun {
  /// Submits a child run unless it was submitted before, and waits for its end.
  nonisolated(nonsending) func child<Input, Output>(
    _ call: FunctionCall<Output>,
    _ workflow: Workflow<Input, Output>,
    version: Int?,
    in queue: QueuePlace?,
    _ input: Input,
    _ inputCoding: PayloadCoding<Input>
  ) async throws -> Output {
    let place = try enter(call.name, key: call.key)
    defer { leave(place) }
    guard let session else {
      do {
        return try await context.call(call.name, inside: path) {
          try await workflow.run(input, in: $0)
        }
      } catch {
        throw self.error(of: call, for: error)
      }
    }
    if isUndoing { session.undos.withLock { $0?[place] = .undoingChildren(at: place) } }
    if case .recorded(let record) = try await turn(at: place) {
      return try output(of: call, at: place, record, session)
    }
    let began = session.now
    beginWait()
    do {
      let data = try inputCoding.encode(input, session.codec)
      let end = try await session.endOfChild(
        of: workflow,
        version: version,
        input: data,
        in: queue,
        at: place
      )
      let output = try call.coding.decode(try end.get(), session.codec)
      let record = try encoded(output, of: call, at: place, session)
      await self.end(
        place,
        .init(output: record, type: call.coding.type, began: began),
        wasWaiting: true
      )
      return output
    } catch {
      if isOver {
        abandon(wasWaiting: true)
        throw CancellationError()
      }
      // The child has already undone its effects.
      session.compensatedFailed(at: place)
      throw await fail(call, at: place, error, wasWaiting: true)
    }
  }
}
