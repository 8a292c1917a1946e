extension String {
  /// Whether equal strings have equal bytes, as those of URLs must.
  var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
