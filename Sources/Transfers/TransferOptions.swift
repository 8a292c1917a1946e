/// What a ``TransferSession`` accepts as the end of a transfer.
public struct TransferOptions: Hashable, Sendable {
  /// The longest body of a response, in bytes after decompression; `nil` for any length.
  ///
  /// A longer one fails the transfer with ``TransferError/Code/bodyTooLarge`` as soon as that is
  /// known, and stops it.
  public var maximumBody: Int?

  /// How much to keep of the body of a response whose status is an error, in bytes.
  public var maximumErrorBody: Int

  /// Whether a status of 400 or more fails the transfer with ``HTTPStatusError``.
  public var failsOnErrorStatus: Bool

  /// Whether to go where a response redirects to.
  ///
  /// The header fields `Authorization`, `Cookie` and `Proxy-Authorization` of the request do not go
  /// to another origin; others do. If redirects are not followed, the response that redirects is
  /// the result, and its body is not loaded.
  public var followsRedirects: Bool

  /// Makes options.
  ///
  /// - Parameters:
  ///   - maximumBody: The longest body of a response, in bytes; `nil` for any length.
  ///   - maximumErrorBody: How much to keep of the body of a response whose status is an error, in
  ///     bytes; less than zero is taken as zero.
  ///   - failsOnErrorStatus: Whether a status of 400 or more fails the transfer.
  ///   - followsRedirects: Whether to go where a response redirects to.
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
