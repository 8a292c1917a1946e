import BrightFuturesCompat
import Testing

// Functions that programs have written, because those of BrightFutures take handlers that do not
// escape. Calls prefer them to those of the module.

private func materialize<T>(
  _ scope: (@escaping (T) -> Void) -> Void
) -> Future<[T], Never> {
  return Future { complete in scope { complete(.success([$0])) } }
}

private func materialize<T, E: Error>(
  _ scope: (@escaping (T?, E?) -> Void) -> Void
) -> Future<[T], E> {
  return Future { complete in
    scope { value, error in complete(error.map { .failure($0) } ?? .success([value!])) }
  }
}

private struct Flaw: Error {}

@Suite struct OwnMaterializeTests {
  private func both(_ done: @escaping (Int?, Flaw?) -> Void) { done(1, nil) }
  private func value(_ done: @escaping (Int) -> Void) { done(2) }

  @Test func callsPreferTheFunctionsOfTheClient() {
    #expect(materialize(both).value == [1])
    #expect(materialize { both($0) }.value == [1])
    #expect(materialize { self.value($0) }.value == [2])
    #expect(materialize(value).value == [2])
  }
}
