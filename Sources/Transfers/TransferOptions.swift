/// The limits of a transfer, and its treatment of redirects and error statuses.
public struct TransferOptions: Hashable, Sendable {
  /// The longest accepted body of a response, in bytes after decompression; `nil` for no limit.
  ///
  /// A longer body fails the transfer with ``TransferError/Code/bodyTooLarge``, and stops it as
  /// soon as its length is known.
  public var maximumBody: Int?

  /// The number of bytes to keep from the body of an error response.
  public var maximumErrorBody: Int

  /// Whether a status of 400 or more fails the transfer with ``HTTPStatusError``.
  public var failsOnErrorStatus: Bool

  /// Whether to follow redirects.
  ///
  /// The header fields `Authorization`, `Cookie` and `Proxy-Authorization` of the request are not
  /// sent to another origin; other fields are. If redirects are not followed, the result is the
  /// redirect itself, whose body is not loaded.
  public var followsRedirects: Bool

  /// Creates options.
  ///
  /// - Parameters:
  ///   - maximumBody: The longest accepted body of a response, in bytes; `nil` for no limit.
  ///   - maximumErrorBody: The number of bytes to keep from the body of an error response; negative
  ///     values count as zero.
  ///   - failsOnErrorStatus: Whether a status of 400 or more fails the transfer.
  ///   - followsRedirects: Whether to follow redirects.
  public init(
    maximumBody: Int? = nil,
    maximumErrorBody: Int = 65_536,
    failsOnErrorStatus: Bool = true,
    followsRedirects: Bool = true
  ) {
    self.maximumBody = maximumBody
    self.maximumErrorBody = max(0, maximumErrorBody)
    self.failsOnErrorStatus = failsOnErrorStatus
    self.followsRedirects = followsRedirects
  }
}
