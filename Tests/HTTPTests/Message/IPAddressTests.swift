import Testing

@testable import HTTP

struct IPAddressTests {
    @Test(arguments: [
        ("203.0.113.77", 24, "203.0.113.0"), ("203.0.113.77", 32, "203.0.113.77"),
        ("::ffff:203.0.113.77", 24, "203.0.113.0"),
        ("2001:db8:1:2:3::4", 48, "2001:db8:1::"), ("2001:db8:1:2:3::4", 128, "2001:db8:1:2:3::4"), ("::1", 48, "::"),
        ("2001:db8:1:2:3::4", 0, "::"), ("10.255.0.1", 9, "10.128.0.0"),
        ("255.100.99.10", 32, "255.100.99.10"), ("0.0.0.0", 32, "0.0.0.0"),
    ])
    func anIPAddressIsMaskedToItsNetwork(text: String, bits: Int, network: String) throws {
        let address = try #require(IPAddress(text))
        #expect(address.masked(to: bits).text == network)
    }

    @Test(arguments: ["", "x", "1.2.3", "1.2.3.4.5", "1.2.3.4\u{0}", "::g", String(repeating: "1", count: 60)])
    func anInvalidIPAddressIsRefused(text: String) {
        #expect(IPAddress(text) == nil)
    }
}
