extension AppleAppSiteAssociation {
  /// The maximum number of bytes of a file that Apple devices use.
  static let maximumBytes = 128 << 10

  /// Creates the content of a file from its bytes.
  ///
  /// Any bytes are accepted. ``findings`` contains everything that systems ignore or that the
  /// author may not have intended. A file of more than 128 KiB is not read, and neither are more
  /// than 10,000 rules or 2,000 apps. A signed message, the form for iOS 8, is not read.
  ///
  /// - Parameter bytes: The file.
  /// - Complexity: O(*n* log *n*) in the number of bytes.
  public init(parsing bytes: some Sequence<UInt8>) {
    self.init()
    let document = AssociationDocument(Array(bytes), maximumBytes: Self.maximumBytes)
    doubts = document.doubts
    var parser = AppleFileParser(reader: document.reader)
    if let node = document.node { parser.parse(node, into: &self) }
    AppleRuleChecks.check(self, &parser.reader, parser.places)
    findings = parser.reader.sortedFindings()
  }

  /// Creates the content of a file from its text.
  ///
  /// - Parameter text: The file.
  /// - Complexity: O(*n* log *n*) in the number of bytes.
  public init(parsing text: String) { self.init(parsing: text.utf8) }
}
