import Futures
import GatewayKit
import NIOCore
import Synchronization

/// Upstreams whose answers a test decides, call by call.
final class ScriptedUpstreams: FutureUpstreams, AsyncUpstreams {
  private struct Call {
    let arrival = Promise<Void, any Error>()
    let answer = Promise<ByteBuffer, UpstreamError>()
    let cancellation = Promise<Void, any Error>()
  }

  private let calls = Mutex<[UpstreamCall: Call]>([:])

  /// Calls that have been made and not answered wait for ``answer(_:with:)``; these do not.
  init(_ answers: [UpstreamCall: Result<String, UpstreamError>] = [:]) {
    for (call, answer) in answers { self.answer(call, with: answer) }
  }

  func get(_ call: UpstreamCall) -> Future<ByteBuffer, UpstreamError> {
    let call = self[call]
    return Future.withPromise { promise in
      promise.onCancel {
        call.answer.cancel()
        call.cancellation.succeed()
      }
      promise.complete(with: call.answer.future)
      call.arrival.succeed()
    }
  }

  func get(_ call: UpstreamCall) async throws -> ByteBuffer {
    let answer: Future<ByteBuffer, UpstreamError> = get(call)
    return try await withTaskCancellationHandler {
      do throws(UpstreamError) {
        return try await answer.value
      } catch {
        if error == .cancelled { throw CancellationError() }
        throw error
      }
    } onCancel: {
      answer.cancel()
    }
  }

  /// Answers a call, at once or when it is made.
  func answer(_ call: UpstreamCall, with answer: Result<String, UpstreamError>) {
    self[call].answer.complete(answer.map { ByteBuffer(string: $0) })
  }

  /// Waits until a call is made.
  func arrival(of call: UpstreamCall) async throws { try await self[call].arrival.future.value }

  /// Waits until a call is cancelled.
  func cancellation(of call: UpstreamCall) async throws {
    try await self[call].cancellation.future.value
  }

  /// Whether a call was made.
  func wasMade(_ call: UpstreamCall) -> Bool { self[call].arrival.future.isSettled }

  private subscript(call: UpstreamCall) -> Call {
    calls.withLock { calls in
      if let call = calls[call] { return call }
      let new = Call()
      calls[call] = new
      return new
    }
  }
}
