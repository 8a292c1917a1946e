/// What a stand-in answers to a call, and when: always the same for the same call.
struct StandInAnswer: Sendable {
  let latency: Duration
  let status: Int
  let body: String

  init(to call: UpstreamCall) {
    latency = Self.latency(of: call)
    status = Self.status(of: call)
    body = status == 200 ? Self.body(of: call) : "{}"
  }

  /// The products with faults; all others are without.
  private static func status(of call: UpstreamCall) -> Int {
    switch (call.id, call.upstream) {
    case (2, .reviews), (5, .catalogueA), (6, .catalogueA), (6, .catalogueB), (7, .prices): 500
    case (4, .prices): call.attempt < 3 ? 503 : 200
    default: 200
    }
  }

  private static func latency(of call: UpstreamCall) -> Duration {
    if call.id == 3, call.upstream == .reviews { return .seconds(60) }
    let range =
      switch call.upstream {
      case .catalogueA, .catalogueB: 5..<25
      case .prices: 5..<15
      case .reviews: 10..<40
      case .warehouse: 300..<600
      }
    let milliseconds = range.lowerBound + scatter(call) % range.count
    return .milliseconds(milliseconds)
  }

  /// Returns a number that differs between calls without an apparent order.
  private static func scatter(_ call: UpstreamCall) -> Int {
    let name = call.upstream.rawValue.utf8.last ?? 0
    let seed = UInt64(clamping: call.id) &* 256 &+ UInt64(name)
    return Int((seed &* 0x9E37_79B9_7F4A_7C15) >> 40)
  }

  private static func body(of call: UpstreamCall) -> String {
    switch call.upstream {
    case .catalogueA, .catalogueB: #"{"id":\#(call.id),"name":"Product \#(call.id)"}"#
    case .prices: #"{"cents":\#(990 + call.id % 50 * 100),"currency":"EUR"}"#
    case .reviews: #"[{"stars":5,"text":"Works"},{"stars":\#(call.id % 5 + 1),"text":"Hm"}]"#
    case .warehouse: #"{"shelf":\#(call.id % 12)}"#
    }
  }
}
