import Glibc
import Multicast
import Testing

@Suite struct MulticastTests {
    @Test(arguments: ["239.255.255.251", "127.0.0.1", "0.0.0.0", "255.255.255.255"])
    func anIPv4AddressIsReadBackFromItsText(text: String) throws {
        #expect(try #require(IPv4Address(text)).description == text)
    }

    @Test(arguments: ["", "localhost", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.4 ", "::1", "+1.2.3.4"])
    func aMalformedIPv4AddressIsRefused(text: String) {
        #expect(IPv4Address(text) == nil)
    }

    @Test func aGroupOutsideTheMulticastRangeIsRefused() throws {
        let first = try #require(IPv4Address("224.0.0.0"))
        let before = try #require(IPv4Address("223.255.255.255"))
        let after = try #require(IPv4Address("240.0.0.0"))
        #expect(try MulticastGroup(first, port: 1).description == "224.0.0.0:1")
        #expect(throws: MulticastError.notMulticast(before)) { try MulticastGroup(before, port: 1) }
        #expect(throws: MulticastError.notMulticast(after)) { try MulticastGroup(after, port: 1) }
    }

    @Test func aDatagramReachesEveryReceiverOfItsGroup() throws {
        let group = try Loopback.group()
        let one = try MulticastReceiver(group: group, interface: Loopback.interface)
        let two = try MulticastReceiver(group: group, interface: Loopback.interface)
        let sender = try MulticastSender(group: group, interface: Loopback.interface, ttl: 0)
        #expect(sender.send(Array("Higdon, Concerto".utf8)) == .sent)
        #expect(sender.send([]) == .sent)
        for receiver in [one, two] {
            #expect(receiver.receive(within: .seconds(60)) == Array("Higdon, Concerto".utf8))
            #expect(receiver.receive(within: .seconds(60)) == [])
            #expect(receiver.receive() == nil)
        }
    }

    @Test func datagramsOfAnotherGroupOnTheSamePortAreNotReceived() throws {
        let group = try Loopback.group()
        let other = try MulticastGroup(Loopback.address(), port: group.port)
        let receiver = try MulticastReceiver(group: group, interface: Loopback.interface)
        let neighbour = try MulticastReceiver(group: other, interface: Loopback.interface)
        _ = try MulticastSender(group: other, interface: Loopback.interface).send([1])
        _ = try MulticastSender(group: group, interface: Loopback.interface).send([2])
        #expect(neighbour.receive(within: .seconds(60)) == [1])
        #expect(receiver.receive(within: .seconds(60)) == [2])
        #expect(receiver.receive() == nil)
    }

    @Test func receivingEndsAfterItsTimeout() throws {
        let receiver = try MulticastReceiver(group: Loopback.group(), interface: Loopback.interface)
        let elapsed = ContinuousClock().measure { #expect(receiver.receive(within: .milliseconds(50)) == nil) }
        #expect(elapsed >= .milliseconds(50) && elapsed < .seconds(60))
    }

    @Test func aReceivedDatagramOverTheLimitIsTruncated() throws {
        let group = try Loopback.group()
        let receiver = try MulticastReceiver(group: group, interface: Loopback.interface)
        _ = try MulticastSender(group: group, interface: Loopback.interface).send(Array(repeating: 7, count: 100))
        #expect(receiver.receive(within: .seconds(60), limit: 10)?.count == 10)
    }

    @Test func theDatagramAfterARefusedDatagramIsSent() throws {
        let group = try Loopback.group()
        let sender = try MulticastSender(group: group, interface: Loopback.interface)
        #expect(sender.send(Array(repeating: 0, count: 70_000)) == .dropped(code: EMSGSIZE))
        #expect(sender.send([1]) == .sent)
    }

    /// TEST-NET-1 (RFC 5737) is on no machine.
    @Test func anUnknownInterfaceAddressIsRefused() throws {
        let elsewhere = try #require(IPv4Address("192.0.2.1"))
        let group = try Loopback.group()
        #expect(throws: MulticastError.system(call: "setsockopt", code: EADDRNOTAVAIL)) {
            try MulticastSender(group: group, interface: elsewhere)
        }
        #expect(throws: MulticastError.system(call: "setsockopt", code: ENODEV)) {
            try MulticastReceiver(group: group, interface: elsewhere)
        }
    }
}

/// Groups that no other test uses, in the local scope of RFC 2365.
enum Loopback {
    static var interface: IPv4Address { get throws { try #require(IPv4Address("127.0.0.1")) } }

    static func address() throws -> IPv4Address {
        try #require(IPv4Address("239.255.\(Int.random(in: 1...254)).\(Int.random(in: 1...254))"))
    }

    static func group() throws -> MulticastGroup {
        try MulticastGroup(address(), port: UInt16.random(in: 20_000...60_000))
    }
}
