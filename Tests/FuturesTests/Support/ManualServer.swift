import Futures

/// A server whose requests a test answers.
final class ManualServer: Sendable {
  private struct State {
    var requests: [(name: String, promise: Promise<Int, any Error>)] = []
    var cancellations: [Int] = []
    var arrivals: [(count: Int, promise: Promise<Void, any Error>)] = []
  }

  private let state = Locked(State())

  /// The requests, in order.
  var requests: [String] { state.withLock { $0.requests.map(\.name) } }

  /// The numbers of the cancelled requests, in the order of their cancellation.
  var cancellations: [Int] { state.withLock { $0.cancellations } }

  /// The numbers of the requests that are neither answered nor cancelled.
  var open: [Int] {
    state.withLock { state in
      state.requests.indices.filter { !state.requests[$0].promise.future.isSettled }
    }
  }

  func request(_ name: String) -> Future<Int, any Error> {
    let promise = Promise<Int, any Error>()
    let (number, arrived) = state.withLock { state in
      state.requests.append((name, promise))
      let count = state.requests.count
      defer { state.arrivals.removeAll { $0.count <= count } }
      return (count - 1, state.arrivals.filter { $0.count <= count }.map(\.promise))
    }
    promise.onCancel { [weak self] in self?.state.withLock { $0.cancellations.append(number) } }
    for promise in arrived { promise.succeed() }
    return promise.future
  }

  func answer(_ number: Int, _ value: Int = 0) { promise(number).succeed(value) }

  func fail(_ number: Int, _ error: any Error) { promise(number).fail(error) }

  /// Answers all open requests.
  func answerAll(_ value: Int = 0) { for number in open { answer(number, value) } }

  func waitForRequests(_ count: Int) async throws {
    let promise = Promise<Void, any Error>()
    let isThere = state.withLock { state in
      if state.requests.count < count { state.arrivals.append((count, promise)) }
      return state.requests.count >= count
    }
    if !isThere { try await promise.future.value }
  }

  private func promise(_ number: Int) -> Promise<Int, any Error> {
    state.withLock { $0.requests[number].promise }
  }
}
