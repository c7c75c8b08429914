import HTTP
import Testing

@testable import Web

@Suite struct TrustedProxiesTests {
    private static let proxies = TrustedProxies(["127.0.0.1", "10.0.0.0/9", "fd00::/8"]) ?? .none

    private static func forwarded(from peer: String, _ fields: Fields) -> (request: Request, isSecure: Bool) {
        var request = Request(
            method: .get, path: "/", authority: "inner.example", fields: fields, peer: peer)
        let isSecure = proxies.apply(to: &request)
        return (request, isSecure)
    }

    private static let fields: Fields = [
        "X-Forwarded-For": "6.6.6.6, 203.0.113.7, 10.1.2.3", "X-Forwarded-Proto": "https",
        "X-Forwarded-Host": "hall.example",
    ]

    @Test(arguments: ["127.0.0.1", "10.127.255.255", "fd12::1", "::ffff:127.0.0.1"])
    func aTrustedProxyIsBelieved(peer: String) {
        let (request, isSecure) = Self.forwarded(from: peer, Self.fields)
        #expect(isSecure)
        #expect(request.authority == "hall.example")
        #expect(request.peer == "203.0.113.7")
    }

    @Test(arguments: ["127.0.0.2", "10.128.0.1", "fc00::1", "203.0.113.7", "", "localhost"])
    func anybodyElseIsNot(peer: String) {
        let (request, isSecure) = Self.forwarded(from: peer, Self.fields)
        #expect(!isSecure)
        #expect(request.authority == "inner.example")
        #expect(request.peer == peer)
    }

    @Test func anAddressThatIsNoneIsNotTaken() {
        #expect(Self.forwarded(from: "127.0.0.1", ["X-Forwarded-For": "<script>"]).request.peer == "127.0.0.1")
        #expect(Self.forwarded(from: "127.0.0.1", ["X-Forwarded-For": "10.0.0.1"]).request.peer == "127.0.0.1")
    }

    @Test(arguments: ["10.0.0.0/33", "10.0.0/8", "fd00::/129", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/8/8", "proxy"])
    func aRangeThatIsNoneIsRefused(range: String) {
        #expect(TrustedProxies([range]) == nil)
    }

    @Test func aSubscriberHoldsASlash64() throws {
        let one = try #require(Address("2001:db8:1:2::1"))
        let two = try #require(Address("2001:db8:1:2:ffff::9"))
        let other = try #require(Address("2001:db8:1:3::1"))
        #expect(one.subscriber == two.subscriber)
        #expect(one.subscriber != other.subscriber)
        #expect(Address("::ffff:192.0.2.1") == Address("192.0.2.1"))
    }
}
