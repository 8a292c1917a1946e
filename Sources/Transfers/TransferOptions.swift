/// The limits of a transfer, and its treatment of redirects and error statuses.
public struct TransferOptions: Hashable, Sendable {
  /// The longest accepted body of a response, in bytes after decompression.
  ///
  /// If it is `nil`, as by default, a body in memory is limited to 64 MiB, and one that is written
  /// to a file is not limited. Pass `.max` for no limit. A longer body fails the transfer with
  /// ``TransferError/Code/bodyTooLarge``, and stops it as soon as its length is known.
  public var maximumBodyBytes: Int?

  /// The limit for a body in memory, unless ``maximumBodyBytes`` has another.
  static let longestInMemory = 64 << 20

  /// The number of bytes to keep from the body of an error response.
  public var maximumErrorBodyBytes: Int

  /// Whether a status of 400 or more fails the transfer with ``HTTPStatusError``.
  public var failsOnErrorStatus: Bool

  /// Whether to follow redirects.
  ///
  /// The header fields `Authorization`, `Cookie` and `Proxy-Authorization`, and those of
  /// ``secretFields``, are not sent to another origin, wherever you set them: in the request or in
  /// the configuration of the session. Other fields are. If redirects are not followed, the result
  /// is the redirect itself, whose body is not loaded.
  public var followsRedirects: Bool

  /// The names of further header fields that contain credentials, such as `X-Api-Key`; the case of
  /// letters does not matter.
  ///
  /// These fields are not sent to another origin.
  public var secretFields: Set<String>

  /// Which redirects from `https` to `http` to follow.
  ///
  /// A redirect that is not followed fails with ``TransferError/Code/insecureRedirect``.
  public var insecureRedirects: InsecureRedirects

  /// The rules for the hosts, addresses and ports to which the request and its redirects are sent.
  ///
  /// The default is ``NetworkPolicy/device``, which has no rules.
  public var network: NetworkPolicy

  /// Creates options.
  ///
  /// - Parameters:
  ///   - maximumBodyBytes: The longest accepted body of a response, in bytes; `nil` for 64 MiB in
  ///     memory, and no limit in a file.
  ///   - maximumErrorBodyBytes: The number of bytes to keep from the body of an error response;
  ///     negative values count as zero.
  ///   - failsOnErrorStatus: Whether a status of 400 or more fails the transfer.
  ///   - followsRedirects: Whether to follow redirects.
  ///   - secretFields: The names of further header fields that contain credentials.
  ///   - insecureRedirects: Which redirects from `https` to `http` to follow.
  ///   - network: The rules for hosts, addresses and ports.
  public init(
    maximumBodyBytes: Int? = nil,
    maximumErrorBodyBytes: Int = 65_536,
    failsOnErrorStatus: Bool = true,
    followsRedirects: Bool = true,
    secretFields: Set<String> = [],
    insecureRedirects: InsecureRedirects = .withoutCredentials,
    network: NetworkPolicy = .device
  ) {
    self.maximumBodyBytes = maximumBodyBytes
    self.maximumErrorBodyBytes = max(0, maximumErrorBodyBytes)
    self.failsOnErrorStatus = failsOnErrorStatus
    self.followsRedirects = followsRedirects
    self.secretFields = secretFields
    self.insecureRedirects = insecureRedirects
    self.network = network
  }
}
