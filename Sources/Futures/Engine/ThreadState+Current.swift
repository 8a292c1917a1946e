#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

#if !EXPLORE
extension ThreadState {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let status = pthread_key_create(&key) { state in
      #if canImport(Darwin)
      Unmanaged<ThreadState>.fromOpaque(state).release()
      #else
      if let state { Unmanaged<ThreadState>.fromOpaque(state).release() }
      #endif
    }
    precondition(status == 0)  // Otherwise the process has no thread-specific slot left.
    return key
  }()

  /// Calls `body` with the state of the calling thread, which is created on first use.
  @inline(__always)
  static func withCurrent(_ body: (ThreadState) -> Void) {
    let address = pthread_getspecific(key) ?? makeCurrent()
    Unmanaged<ThreadState>.fromOpaque(address)._withUnsafeGuaranteedRef(body)
  }

  @inline(never)
  private static func makeCurrent() -> UnsafeMutableRawPointer {
    let address = Unmanaged.passRetained(ThreadState()).toOpaque()
    pthread_setspecific(key, address)
    return address
  }
}
#endif
