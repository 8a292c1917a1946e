/// A page as a server sent it, and what its tags say.
public struct LoadedPage: Sendable, Hashable {
  /// What the tags say, and how the page was reached.
  public let resolution: AppLinkResolution

  /// The value of the header `Content-Type`; `nil` without one.
  public let contentType: String?

  /// The bytes of the page, as many as were read; none if the answer is no page.
  public let body: [UInt8]
}
