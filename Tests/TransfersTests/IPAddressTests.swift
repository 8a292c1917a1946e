import Testing
import Transfers

@Suite struct IPAddressTests {
  @Test(
    arguments: [
      "8.8.8.8", "1.1.1.1", "100.63.255.255", "100.128.0.0", "172.15.0.1", "172.32.0.1", "11.0.0.1",
      "192.0.1.1", "198.17.0.1", "198.20.0.1", "223.255.255.255", "169.253.0.1", "126.0.0.1",
      "2606:4700::1111", "2a00:1450:4001:830::200e", "2001:4860:4860::8888", "64:ff9b::8.8.8.8",
      "2001:200::1", "2003::", "3fff:1000::1",
    ]
  )
  func anAddressOfTheInternetIsPublic(_ text: String) throws {
    #expect(try #require(IPAddress(text)).isPublic)
  }

  @Test(
    arguments: [
      "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255",
      "127.0.0.1", "127.255.255.254", "169.254.169.254", "172.16.0.1", "172.31.255.255",
      "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255",
      "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1",
      "255.255.255.255",
      "::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1", "fe80::1", "febf::1",
      "fec0::1", "fc00::1", "fd00:ec2::254", "ff02::1", "2002:7f00:1::", "2002:0808:0808::1",
      "2001::1", "2001:2::1", "2001:1ff:ffff::1", "2001:db8::1",
      "64:ff9b::7f00:1", "64:ff9b::169.254.169.254", "64:ff9b:1::1",
      "100::1", "3fff::1", "4000::1", "1fff::1", "5f00::1",
    ]
  )
  func isNotPublic(_ text: String) throws {
    #expect(try !#require(IPAddress(text)).isPublic)
  }

  @Test(
    arguments: [
      "", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.4.", "0x7f.0.0.1", "1.2.3.-4",
      "a.b.c.d", "+1.2.3.4", ":", ":::", "1::2::3", "12345::", "::g", "1:2:3:4:5:6:7",
      "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7::8", "fe80::1%eth0", "::1.2.3", "1.2.3.4::", "::1:",
      ":1::",
      "::1.2.3.4:5", " ::1",
    ]
  )
  func isNoAddress(_ text: String) {
    #expect(IPAddress(text) == nil)
  }

  @Test func spellingsOfOneAddressAreEqual() {
    #expect(IPAddress("2001:DB8:0:0::1") == IPAddress("2001:db8::0:1"))
    #expect(IPAddress("::1.2.3.4") == IPAddress("::102:304"))
    #expect(IPAddress("1:2:3:4:5:6:1.2.3.4") == IPAddress("1:2:3:4:5:6:102:304"))
    #expect(IPAddress("::")?.bytes == [UInt8](repeating: 0, count: 16))
    #expect(IPAddress("1.2.3.4")?.bytes == [1, 2, 3, 4])
    #expect(IPAddress(bytes: [1, 2, 3]) == nil)
    #expect(IPAddress("192.0.2.7")?.description == "192.0.2.7")
    #expect(IPAddress("2001:db8::1")?.description == "2001:db8:0:0:0:0:0:1")
    #expect(IPAddress(IPAddress("2001:db8::1")?.description ?? "") == IPAddress("2001:db8::1"))
  }
}
