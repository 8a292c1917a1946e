import FlyingSocks

/// The events of a page, as the bytes of a response.
struct EventStream: AsyncBufferedSequence {
  typealias Element = UInt8

  let events: AsyncStream<String>

  struct AsyncIterator: AsyncBufferedIteratorProtocol {
    private var events: AsyncStream<String>.Iterator
    private var rest: ArraySlice<UInt8> = []

    init(_ events: AsyncStream<String>.Iterator) { self.events = events }

    mutating func next() async -> UInt8? {
      guard let bytes = await nextBuffer(suggested: 1) else { return nil }
      return bytes.first
    }

    mutating func nextBuffer(suggested count: Int) async -> ArraySlice<UInt8>? {
      if rest.isEmpty {
        guard let event = await events.next() else { return nil }
        rest = Array(event.utf8)[...]
      }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(events.makeAsyncIterator()) }
}
