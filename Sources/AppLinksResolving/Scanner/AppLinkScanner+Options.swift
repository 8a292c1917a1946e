extension AppLinkScanner {
  /// What a scanner reads, and how much of it.
  public struct Options: Sendable, Hashable {
    /// Whether to stop at the end of the head, that is at `</head>` or `<body>`.
    ///
    /// Tags in the body count by default, as they do for the reference implementations.
    public var isHeadOnly: Bool

    /// Whether to accept tags that are not quite right.
    ///
    /// Then `name` is read where there is no `property`, properties may have capital letters and
    /// white space around them, and white space around values other than names of apps is removed.
    public var isLenient: Bool

    /// The most bytes to read, or `nil` for no limit.
    ///
    /// What comes later is ignored and reported.
    public var maximumBytes: Int?

    /// The most tags to keep.
    ///
    /// Scanning ends at the first one that is too many, and that is reported.
    public var maximumTags: Int

    /// The most bytes of a value, as written in the page.
    ///
    /// A longer value is taken as missing, since a part of it would be a wrong one, and is
    /// reported.
    public var maximumValueLength: Int

    /// Makes options.
    ///
    /// - Parameters:
    ///   - isHeadOnly: Whether to stop at the end of the head.
    ///   - isLenient: Whether to accept tags that are not quite right.
    ///   - maximumBytes: The most bytes to read, 0 or more, or `nil` for no limit.
    ///   - maximumTags: The most tags to keep, 0 or more.
    ///   - maximumValueLength: The most bytes of a value, 0 or more.
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
