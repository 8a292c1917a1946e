import GatewayKit

/// The calls that product 1 needs.
extension UpstreamCall {
  static let mirrorA = UpstreamCall(to: .catalogueA, id: 1)
  static let mirrorB = UpstreamCall(to: .catalogueB, id: 1)
  static let reviews = UpstreamCall(to: .reviews, id: 1)

  static func price(attempt: Int = 1) -> UpstreamCall {
    UpstreamCall(to: .prices, id: 1, attempt: attempt)
  }
}

/// What healthy upstreams answer.
enum Answer {
  static let product = Result<String, UpstreamError>.success(#"{"id":1,"name":"Lamp"}"#)
  static let price = Result<String, UpstreamError>.success(#"{"cents":1990,"currency":"EUR"}"#)
  static let reviews = Result<String, UpstreamError>.success(#"[{"stars":5,"text":"Works"}]"#)
}

extension [UpstreamCall: Result<String, UpstreamError>] {
  /// All calls succeed.
  static let healthy: Self = [
    .mirrorA: Answer.product, .mirrorB: Answer.product, .price(): Answer.price,
    .reviews: Answer.reviews,
  ]

  /// Returns these answers, except for those of one call.
  func with(_ call: UpstreamCall, _ answer: Result<String, UpstreamError>?) -> Self {
    var answers = self
    answers[call] = answer
    return answers
  }
}
