import BoltsCompat

/// A C interface that calls back with the pointer that it was given.
typealias CCallback = @convention(c) (UnsafeMutableRawPointer?, Int32) -> Void

final class CLibrary {
  private var pending: (CCallback, UnsafeMutableRawPointer?)?

  func start(_ context: UnsafeMutableRawPointer?, _ callback: @escaping CCallback) {
    pending = (callback, context)
  }

  func finish(_ code: Int32) {
    pending?.0(pending?.1, code)
    pending = nil
  }
}

/// What clients do with completion sources.
struct SourceForms {
  func made() -> [TaskCompletionSource<Int>] {
    let stated: TaskCompletionSource<Int> = TaskCompletionSource()
    let implicit: TaskCompletionSource<Int> = .init()
    let byName: () -> TaskCompletionSource<Int> = TaskCompletionSource.init
    return [TaskCompletionSource<Int>(), stated, implicit, byName()]
      + (0..<1).map { _ in TaskCompletionSource<Int>() }
  }

  /// Ends sources in every way; the tasks end with 1, or fail, or are cancelled.
  func ended() -> [Task<Int>] {
    let sources = (0..<12).map { _ in TaskCompletionSource<Int>() }
    let error: Error = LocalError.first
    sources[0].set(result: 1)
    sources[1].set(error: LocalError.first)
    sources[2].cancel()
    sources[3].trySet(result: 1)
    sources[4].trySet(error: error)
    sources[5].tryCancel()
    let set: (Int) -> Void = sources[6].set(result:)
    let fail: (Error) -> Void = sources[7].set(error:)
    let cancel: () -> Void = sources[8].cancel
    let trySet: (Int) -> Bool = sources[9].trySet(result:)
    let tryFail: (Error) -> Bool = sources[10].trySet(error:)
    let tryCancel: () -> Bool = sources[11].tryCancel
    set(1)
    fail(error)
    cancel()
    if !trySet(1) || !tryFail(error) || !tryCancel() { return [] }
    return sources.map { $0.task }
  }

  func forwarding(_ task: Task<Int>) -> Task<Int> {
    let source = TaskCompletionSource<Int>()
    task.continueOnSuccessWith(continuation: source.set(result:))
    task.continueOnErrorWith { error -> Int in
      source.set(error: error)
      return 0
    }
    return source.task
  }

  func withoutResult() -> Task<Void> {
    let source = TaskCompletionSource<Void>()
    source.set(result: ())
    return source.task
  }

  // MARK: As an object

  /// A source that travels through a C callback.
  func calling(_ library: CLibrary) -> Task<Int> {
    let source = TaskCompletionSource<Int>()
    library.start(Unmanaged.passRetained(source).toOpaque()) { context, code in
      let source = Unmanaged<TaskCompletionSource<Int>>.fromOpaque(context!).takeRetainedValue()
      if code == 0 { source.set(result: 1) } else { source.set(error: LocalError.first) }
    }
    return source.task
  }

  /// The same without a type that is known inside the callback.
  func callingWithAnyObject(_ library: CLibrary) -> Task<Int> {
    let source = TaskCompletionSource<Int>()
    library.start(Unmanaged.passRetained(source as AnyObject).toOpaque()) { context, code in
      let object = Unmanaged<AnyObject>.fromOpaque(context!).takeRetainedValue()
      (object as? TaskCompletionSource<Int>)?.trySet(result: Int(code))
    }
    return source.task
  }
}

/// Sources as keys, compared by identity.
final class Registry {
  private var names: [ObjectIdentifier: String] = [:]
  private var current: AnyObject?

  func register<T>(_ source: TaskCompletionSource<T>, as name: String) {
    names[ObjectIdentifier(source)] = name
    current = source
  }

  func name(of source: AnyObject) -> String? { return names[ObjectIdentifier(source)] }

  func isCurrent<T>(_ source: TaskCompletionSource<T>) -> Bool { return current === source }
}

protocol Completing: AnyObject {
  func giveUp()
}

extension TaskCompletionSource: Completing {
  func giveUp() { tryCancel() }
}

/// Refers to a source without keeping it.
final class Dialog {
  weak var source: TaskCompletionSource<String>?
  weak var completing: Completing?

  func close() {
    source?.trySet(result: "closed")
    completing?.giveUp()
  }
}
