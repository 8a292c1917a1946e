extension AppLinkScanner {
  /// The tags that a scanner reads, and its limits.
  public struct Options: Sendable, Hashable {
    /// Whether to stop at the end of the head, that is, at `</head>` or `<body>`.
    ///
    /// By default, tags in the body count, as in the reference implementations.
    public var isHeadOnly: Bool

    /// Whether to accept tags with common mistakes.
    ///
    /// If `true`, the scanner reads `name` where there is no `property`, ignores case and
    /// surrounding white space in properties, and removes surrounding white space from all values
    /// except names of apps.
    public var isLenient: Bool

    /// The number of bytes of a page that an ``HTTPResolver`` reads by default: 1 MiB.
    ///
    /// The linter reports tags after it.
    public static let usualMaximumBytes = 1 << 20

    /// The maximum number of bytes to read, or `nil` for no limit.
    ///
    /// The scanner ignores further bytes and reports them.
    public var maximumBytes: Int?

    /// The maximum number of tags to read.
    ///
    /// Scanning ends at the first tag beyond the limit, which is reported.
    public var maximumTags: Int

    /// The maximum length of a value in bytes, as written in the page.
    ///
    /// A longer value counts as missing, because a part of it would be wrong, and is reported.
    public var maximumValueLength: Int

    /// Creates options.
    ///
    /// - Parameters:
    ///   - isHeadOnly: Whether to stop at the end of the head.
    ///   - isLenient: Whether to accept tags with common mistakes.
    ///   - maximumBytes: The maximum number of bytes to read, 0 or more, or `nil` for no limit.
    ///   - maximumTags: The maximum number of tags to read, 0 or more.
    ///   - maximumValueLength: The maximum length of a value in bytes, 0 or more.
    public init(
      isHeadOnly: Bool = false,
      isLenient: Bool = false,
      maximumBytes: Int? = nil,
      maximumTags: Int = 256,
      maximumValueLength: Int = 8192
    ) {
      self.isHeadOnly = isHeadOnly
      self.isLenient = isLenient
      self.maximumBytes = maximumBytes
      self.maximumTags = maximumTags
      self.maximumValueLength = maximumValueLength
    }
  }
}
