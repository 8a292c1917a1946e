extension IPAddress {
  /// Whether the address belongs to the public Internet.
  ///
  /// Addresses that the IANA registries reserve for special purposes are not public: those of this
  /// machine, of private and local networks (including the address at which clouds serve metadata),
  /// of carrier networks, of documentation, tests and multicast, and reserved addresses. IPv6
  /// addresses are public only if they are assigned for the general Internet. IPv6 addresses that
  /// contain an IPv4 address (mapped, 6to4, Teredo) are not public, except NAT64 addresses that
  /// contain a public one.
  public var isPublic: Bool { isVersion6 ? isPublic6 : Self.isPublic4(bytes) }

  private static func isPublic4(_ bytes: [UInt8]) -> Bool {
    !special4.contains { $0.contains(bytes) }
  }

  private var isPublic6: Bool {
    if Self.nat64.contains(bytes) { return Self.isPublic4(Array(bytes[12...])) }
    return Self.global6.contains(bytes) && !Self.special6.contains { $0.contains(bytes) }
  }

  /// Addresses with a common prefix.
  private struct Block: Sendable {
    let beginning: [UInt8]
    let bits: Int

    init(_ beginning: [UInt8], _ bits: Int) {
      self.beginning = beginning
      self.bits = bits
    }

    func contains(_ bytes: [UInt8]) -> Bool {
      for index in 0..<((bits + 7) / 8) {
        let mask = UInt8(truncatingIfNeeded: 0xFF00 >> min(8, bits - index * 8))
        if bytes[index] & mask != beginning[index] & mask { return false }
      }
      return true
    }
  }

  private static let special4 = [
    Block([0], 8),  // this network
    Block([10], 8),  // private
    Block([100, 64], 10),  // carriers' networks
    Block([127], 8),  // this machine
    Block([169, 254], 16),  // the local link, with metadata of clouds
    Block([172, 16], 12),  // private
    Block([192, 0, 0], 24),  // protocol assignments
    Block([192, 0, 2], 24),  // documentation
    Block([192, 88, 99], 24),  // 6to4 relays
    Block([192, 168], 16),  // private
    Block([198, 18], 15),  // tests of devices
    Block([198, 51, 100], 24),  // documentation
    Block([203, 0, 113], 24),  // documentation
    Block([224], 4),  // multicast
    Block([240], 4),  // reserved, and broadcast
  ]

  private static let nat64 = Block([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0], 96)

  private static let global6 = Block([0x20], 3)

  private static let special6 = [
    Block([0x20, 0x01, 0x00], 23),  // protocol assignments, with Teredo
    Block([0x20, 0x01, 0x0D, 0xB8], 32),  // documentation
    Block([0x20, 0x02], 16),  // 6to4
    Block([0x3F, 0xFF, 0x00], 20),  // documentation
  ]
}
