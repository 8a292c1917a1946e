import BrightFuturesCompat
import Dispatch
import Testing

/// Sequences of futures and of results, and what is generic over them.
///
/// - `traverse`: `{ }`, `(f: ·)`, `(context) { }`, `(context, f: ·)`
/// - `fold`: `(zero) { }`, `(zero, f: ·)`, `(context, zero:) { }`, `(context, zero:f: ·)`
/// - `find`: `{ }`, `(·)`, `(context) { }`, `(context, p: ·)`
/// - `sequence`, `firstCompleted`: `()`
@Suite(.timeLimit(.minutes(10))) struct SequenceForms {
  /// New ones for each use: a callback on another queue may still have the turn of an old one.
  var futures: [Future<Int, Flaw>] { [1, 2, 3].map { Future<Int, Flaw>(value: $0) } }

  @Test func traverseHasItsForms() {
    #expect([1, 2].traverse { load($0) }.forced() == .success(["1", "2"]))
    #expect([1, 2].traverse(f: load).forced() == .success(["1", "2"]))
    #expect([1, 2].traverse(f: { load($0) }).forced() == .success(["1", "2"]))
    #expect([1, 2].traverse(held) { load($0) }.value == ["1", "2"])
    #expect([1, 2].traverse(held, f: load).value == ["1", "2"])
    #expect([1, 2].traverse(immediateExecutionContext, f: load).value == ["1", "2"])
    #expect(
      (1...2).traverse(DispatchQueue.global().context, f: load).forced() == .success(["1", "2"])
    )
    let several: Future<[String], Flaw> = [1, 2].traverse { number in
      let next = number + 1
      return load(next)
    }
    #expect(several.forced() == .success(["2", "3"]))
    #expect(["a": 1].traverse { load($0.value) }.forced() == .success(["1"]))
    #expect([Int]().traverse(f: load).forced() == .success([]))
  }

  @Test func foldHasItsForms() {
    #expect(futures.fold(0) { $0 + $1 }.forced() == .success(6))
    #expect(futures.fold(0, f: { $0 + $1 }).forced() == .success(6))
    #expect(futures.fold(0, f: add).forced() == .success(6))
    #expect(futures.fold(held, zero: 0) { $0 + $1 }.value == 6)
    #expect(futures.fold(held, zero: 0, f: add).value == 6)
    #expect(futures.fold(immediateExecutionContext, zero: "") { $0 + "\($1)" }.value == "123")
  }

  @Test func findHasItsForms() {
    #expect(futures.find { $0 > 1 }.forced() == .success(2))
    #expect(futures.find(isBig).forced() == .success(2))
    #expect(futures.find(held) { $0 > 3 }.error == .noSuchElement)
    #expect(futures.find(held, p: isBig).value == 2)
    #expect(futures.find(immediateExecutionContext, p: isBig).value == 2)
  }

  @Test func collectingHasItsForms() {
    #expect(futures.sequence().value == [1, 2, 3])
    #expect(futures.lazy.map { $0 }.sequence().value == [1, 2, 3])
    #expect(futures.firstCompleted().forced() == .success(1))
    #expect([Result<Int, Flaw>(value: 1), .failure(.a)].sequence() == .failure(.a))
    #expect([1, 2].map(check).sequence() == .success(["1", "2"]))
    #expect([Async(result: 1)].firstCompleted().forced() == 1)
  }

  @Test func genericCodeNamesTheProtocols() {
    func doubled<A: AsyncType>(_ source: A) -> Future<Int, A.Value.Error>
    where A.Value: ResultProtocol, A.Value.Value == Int {
      return source.map(held) { $0 * 2 }
    }
    func first<S: Sequence, T, E>(of futures: S) -> Future<T, E> where S.Element == Future<T, E> {
      return futures.firstCompleted()
    }
    func finished<A: AsyncType>(_ source: A) -> Bool { return source.isCompleted }
    #expect(doubled(one).value == 2)
    #expect(doubled(Async(result: Result<Int, Flaw>(value: 2))).value == 4)
    #expect(first(of: futures).forced() == .success(1))
    #expect(finished(one) && !finished(Async<Int>()))
  }
}

private func add(_ sum: Int, _ next: Int) -> Int { return sum + next }
