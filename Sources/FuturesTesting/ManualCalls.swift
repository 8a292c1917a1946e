public import Futures

/// The calls of a function, which a test answers one by one.
///
/// Use it to build a fake of a service. Each call is recorded and waits, and the test decides when,
/// in which order and with which outcome the calls end. In code with async/await, ``value(for:)``
/// makes a call:
///
/// ```swift
/// @Test func loadsThePhoto() async throws {
///   let photos = ManualCalls<URL, Data, any Error>()
///   let gallery = Gallery(load: { url in
///     try await photos.value(for: url)
///   })
///
///   async let size = gallery.size(of: url)
///   try await photos.waitForCalls()
///   try photos.succeed(Data(count: 8))
///   #expect(try await size == 8)
/// }
/// ```
///
/// In code with futures, call the object like a function, and answer without waiting:
///
/// ```swift
/// struct FakeCatalogue: Catalogue {
///   let books = ManualCalls<String, Book, any Error>()
///
///   func book(_ id: String) -> Future<Book, any Error> { books(id) }
/// }
///
/// @Test func showsTheTitle() throws {
///   let catalogue = FakeCatalogue()
///   let title = catalogue.book("1").map { book in book.title }
///
///   #expect(catalogue.books.inputs == ["1"])
///   #expect(!title.isSettled)
///   try catalogue.books.succeed(Book(title: "Emma"))
///   #expect(title.currentValue == "Emma")
/// }
/// ```
///
/// A call belongs to the scope in which it is made, as the calls of a real service do. When the
/// code under test cancels its work, the future of the call is cancelled, and ``pendingCount``
/// decreases. A call that is made in a cancelled scope is not recorded.
///
/// For a function with several parameters, use a tuple as the input.
///
/// You can use this object from any thread. Releasing it cancels the pending calls, if the error
/// type can represent that.
public final class ManualCalls<Input: Sendable, Value: Sendable, Failure: Error>: Sendable {
  /// A call that the code under test has made.
  struct Call: Sendable {
    let input: Input
    let promise: Promise<Value, Failure>
  }

  struct State {
    var calls: [Call] = []
    var arrivals = Arrivals<Counts>()

    var counts: Counts {
      Counts(all: calls.count, pending: calls.count { !$0.promise.future.isSettled })
    }
  }

  /// The numbers of calls.
  struct Counts: Sendable {
    let all: Int
    let pending: Int
  }

  let state = Locked(State())

  private let site: (fileID: StaticString, line: UInt)

  /// Creates an object without calls.
  ///
  /// - Parameters:
  ///   - fileID: The file where the futures of the calls are created, for diagnostics in debug
  ///     builds.
  ///   - line: The line where the futures of the calls are created, for diagnostics in debug
  ///     builds.
  public init(fileID: StaticString = #fileID, line: UInt = #line) { site = (fileID, line) }

  // A test may end with pending calls; without this, they would be reported as broken promises.
  deinit { for future in futures { future.cancelIfPossible() } }

  /// The inputs of all calls, in the order of the calls.
  public var inputs: [Input] { state.withLock { $0.calls.map(\.input) } }

  /// The futures of all calls, in the order of the calls.
  ///
  /// A test inspects these to check that the code under test has cancelled a call.
  public var futures: [Future<Value, Failure>] { state.withLock { $0.calls.map(\.promise.future) } }

  /// The number of calls that have not settled.
  public var pendingCount: Int { futures.count { !$0.isSettled } }
}

// MARK: - Calling

extension ManualCalls {
  /// Records a call.
  ///
  /// - Parameters:
  ///   - input: The input of the call.
  ///   - token: Cancels the future of the call; by default, the token of the current scope.
  /// - Returns: A future that settles when the test answers the call.
  public func callAsFunction(
    _ input: Input,
    cancellation token: CancellationToken = .current
  ) -> Future<Value, Failure> {
    Future.withPromise(cancellation: token, fileID: site.fileID, line: site.line) { promise in
      let arrived = state.withLock { state in
        state.calls.append(Call(input: input, promise: promise))
        return state.arrivals.isEmpty ? [] : state.arrivals.take(at: state.counts)
      }
      for promise in arrived { promise.succeed() }
    }
  }

  /// Records a call, and waits until the test answers it.
  ///
  /// ```swift
  /// func photo(at url: URL) async throws -> Data {
  ///   try await photos.value(for: url)
  /// }
  /// ```
  ///
  /// Cancelling the current task cancels the call. If the task is already cancelled, the call is
  /// made and recorded, and is cancelled at once.
  ///
  /// - Parameter input: The input of the call.
  /// - Returns: The value that the test answers with.
  /// - Throws: The error that the test answers with, or cancellation. Under an error type that
  ///   cannot represent cancellation, the task keeps waiting.
  public nonisolated(nonsending) func value(for input: Input) async throws(Failure) -> Value {
    let scope = CancellationSource(linkedTo: .current)
    let call = self(input, cancellation: scope.token)
    let result = await withTaskCancellationHandler {
      await call.result
    } onCancel: {
      scope.cancel()
    }
    return try result.get()
  }
}

extension ManualCalls where Input == Void {
  /// Records a call without an input.
  ///
  /// - Parameter token: Cancels the future of the call; by default, the token of the current scope.
  /// - Returns: A future that settles when the test answers the call.
  public func callAsFunction(
    cancellation token: CancellationToken = .current
  ) -> Future<Value, Failure> {
    callAsFunction((), cancellation: token)
  }

  /// Records a call without an input, and waits until the test answers it.
  ///
  /// - Returns: The value that the test answers with.
  /// - Throws: The error that the test answers with, or cancellation. Under an error type that
  ///   cannot represent cancellation, the task keeps waiting.
  public nonisolated(nonsending) func value() async throws(Failure) -> Value {
    try await value(for: ())
  }
}
