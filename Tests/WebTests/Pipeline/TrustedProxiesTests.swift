import HTTP
import Testing

@testable import Web

@Suite struct TrustedProxiesTests {
    private static let ranges = ["127.0.0.1", "10.0.0.0/9", "fd00::/8"]

    private static func forwarded(
        from peer: String, _ fields: Fields, hostField: TrustedProxies.HostField = .off
    ) throws -> (request: Request, outcome: TrustedProxies.Outcome) {
        var request = Request(method: .get, path: "/", authority: "inner.example", fields: fields, peer: peer)
        let outcome = try #require(TrustedProxies(ranges, hostField: hostField)).apply(to: &request)
        return (request, outcome)
    }

    private static let fields: Fields = [
        "X-Forwarded-For": "6.6.6.6, 203.0.113.7, 10.1.2.3", "X-Forwarded-Proto": "https",
        "X-Forwarded-Host": "hall.example", "Forwarded": "for=203.0.113.9;proto=https;host=other.example",
    ]

    @Test(arguments: ["127.0.0.1", "10.127.255.255", "fd12::1", "::ffff:127.0.0.1"])
    func forwardedFieldsOfATrustedProxyAreUsed(peer: String) throws {
        let (request, outcome) = try Self.forwarded(from: peer, Self.fields)
        #expect(outcome.isSecure)
        #expect(request.peer == "203.0.113.7")
    }

    /// The log and the endpoints must name the same client.
    @Test(
        arguments: TrustedProxies.HostField.allCases,
        [
            [:], ["X-Forwarded-For": "6.6.6.6, 203.0.113.7, 10.1.2.3"], ["X-Forwarded-Proto": "https"],
            ["X-Forwarded-Proto": "https", "Forwarded": "for=6.6.6.6"],
            ["X-Forwarded-Proto": "", "Forwarded": "for=6.6.6.6"],
            ["X-Forwarded-For": "203.0.113.7", "Forwarded": "for=6.6.6.6"],
            ["Forwarded": "for=203.0.113.9;proto=https"], ["Forwarded": "for=_hidden"], ["Forwarded": "for=\"broken"],
            ["X-Forwarded-For": "203.0.113.7", "Forwarded": "for=\"broken"],
        ] as [Fields])
    func theLogNamesTheClientOfTheRequest(hostField: TrustedProxies.HostField, fields: Fields) throws {
        let request = try Self.forwarded(from: "127.0.0.1", fields, hostField: hostField).request
        let proxies = try #require(TrustedProxies(Self.ranges, hostField: hostField))
        let peer = try #require(IPAddress("127.0.0.1"))
        var (list, field) = (fields["X-Forwarded-For"] ?? "", fields["Forwarded"] ?? "")
        let hasXForwarded = fields["X-Forwarded-For"] != nil || fields["X-Forwarded-Proto"] != nil
        let logged = list.withUTF8 { list in
            field.withUTF8 { field in
                proxies.client(
                    of: Exchange(
                        method: .get, label: .malformed, status: 200, bytesSent: 0, nanoseconds: 0, time: 0,
                        id: RequestID(bits: 0), trace: TraceID(upper: 0, lower: 1), peer: peer, forwardedFor: list,
                        forwarded: field, hasXForwarded: hasXForwarded))
            }
        }
        #expect(logged == IPAddress(request.peer))
    }

    @Test func theForwardedHostIsReadFromTheConfiguredField() throws {
        #expect(try Self.forwarded(from: "127.0.0.1", Self.fields).request.authority == "inner.example")
        let old = try Self.forwarded(from: "127.0.0.1", Self.fields, hostField: .xForwardedHost)
        #expect(old.request.authority == "hall.example")
        let standard = try Self.forwarded(from: "127.0.0.1", Self.fields, hostField: .forwarded)
        #expect(standard.request.authority == "other.example")
        #expect(try Self.forwarded(from: "127.0.0.1", [:], hostField: .forwarded).request.authority == "inner.example")
    }

    /// Spec S1.15.
    @Test(arguments: ["127.0.0.2", "10.128.0.1", "fc00::1", "203.0.113.7", "", "localhost"])
    func forwardedFieldsOfOtherPeersAreIgnored(peer: String) throws {
        for hostField in TrustedProxies.HostField.allCases {
            let (request, outcome) = try Self.forwarded(from: peer, Self.fields, hostField: hostField)
            #expect(!outcome.isSecure)
            #expect(outcome.fields.isEmpty)
            #expect(request.authority == "inner.example")
            #expect(request.peer == peer)
        }
    }

    @Test(arguments: ["a.example, b.example", "a.example,", "a b", "", "a/b", "[:::::]", "a.example:99999"])
    func severalOrInvalidForwardedHostsAreRefused(host: String) throws {
        let (request, outcome) = try Self.forwarded(
            from: "127.0.0.1", ["X-Forwarded-Host": host], hostField: .xForwardedHost)
        #expect(outcome.refusal?.status == .badRequest)
        #expect(request.authority == "inner.example")
        #expect(try Self.forwarded(from: "127.0.0.1", ["X-Forwarded-Host": host]).outcome.refusal == nil)
    }

    @Test(arguments: [
        "host=a.example, for=1.2.3.4;host=b.example", "host=a.example;host=b.example", "host", "host=",
        "host =a.example",
        "host=\"a.example", "host=a/b", "host=\"a b\"",
    ])
    func aForwardedFieldWithSeveralHostsOrASyntaxErrorIsRefused(field: String) throws {
        let outcome = try Self.forwarded(from: "127.0.0.1", ["Forwarded": field], hostField: .forwarded).outcome
        #expect(outcome.refusal?.status == .badRequest)
    }

    @Test func twoForwardedHostFieldsAreRefused() throws {
        var fields = Fields()
        fields.append("X-Forwarded-Host", "a.example")
        fields.append("X-Forwarded-Host", "a.example")
        let outcome = try Self.forwarded(from: "127.0.0.1", fields, hostField: .xForwardedHost).outcome
        #expect(outcome.refusal?.status == .badRequest)
    }

    @Test(arguments: [
        ("for=203.0.113.7;proto=https", "203.0.113.7", true),
        ("For=\"[2001:db8::17]:4711\" ; Proto=HTTPS", "2001:db8::17", true),
        ("for=6.6.6.6;proto=https, for=\"203.0.113.7:80\";proto=http, for=10.1.1.1", "203.0.113.7", false),
        ("for=unknown;proto=https", "127.0.0.1", true), ("for=_hidden", "127.0.0.1", false),
        ("proto=https", "127.0.0.1", true), ("for=203.0.113.7;;by=x,", "203.0.113.7", false),
        ("for=203.0.113.7 proto=https", "127.0.0.1", false), ("for=\"203.0.113.7", "127.0.0.1", false),
    ])
    func clientAndSchemeAreReadFromTheForwardedField(field: String, peer: String, isSecure: Bool) throws {
        let (request, outcome) = try Self.forwarded(from: "127.0.0.1", ["Forwarded": field])
        #expect(request.peer == peer)
        #expect(outcome.isSecure == isSecure)
        #expect(outcome.refusal == nil)
    }

    /// A proxy that sets one family of fields forwards the other family as the client sent it.
    @Test func onlyTheConfiguredFamilyOfForwardedFieldsIsUsed() throws {
        let fields: Fields = ["X-Forwarded-For": "203.0.113.7", "Forwarded": "for=6.6.6.6;proto=https"]
        let old = try Self.forwarded(from: "127.0.0.1", fields)
        #expect(old.request.peer == "203.0.113.7")
        #expect(!old.outcome.isSecure)
        let standard = try Self.forwarded(from: "127.0.0.1", fields, hostField: .forwarded)
        #expect(standard.request.peer == "6.6.6.6")
        #expect(standard.outcome.isSecure)
    }

    @Test func theLastForwardedProtocolIsUsed() throws {
        var fields: Fields = ["X-Forwarded-Proto": "https"]
        fields.append("X-Forwarded-Proto", "http")
        #expect(try !Self.forwarded(from: "127.0.0.1", fields).outcome.isSecure)
    }

    private func answer(
        _ cacheControl: String?, from peer: String = "127.0.0.1", hostField: TrustedProxies.HostField = .off
    ) async throws -> Response {
        let content = Response(
            content: .representation(
                Representation(
                    mediaType: "text/plain", identity: [1], compress: false, lastModified: 0,
                    fields: cacheControl.map { ["Cache-Control": $0] } ?? [:])))
        let proxies = try #require(TrustedProxies(Self.ranges, hostField: hostField))
        var request = Request.hall(.get, "/c")
        request.peer = peer
        return try await application(
            [Route("c", .get, "/c", access: .everyone) { _, _ in content }], proxies: proxies
        ).respond(to: request)
    }

    @Test func cacheableResponsesVaryByTheHostAndTheFieldsOfTheProxy() async throws {
        #expect(try await answer("public, max-age=60").fields["Vary"] == "X-Forwarded-Proto, Forwarded, Host")
        #expect(try await answer(nil).fields["Vary"] == "X-Forwarded-Proto, Forwarded, Host")
        #expect(try await answer("no-cache").fields["Vary"] == "X-Forwarded-Proto, Forwarded")
        #expect(
            try await answer("max-age=1", hostField: .xForwardedHost).fields["Vary"]
                == "X-Forwarded-Proto, Forwarded, X-Forwarded-Host, Host")
        #expect(try await answer("max-age=1", from: "192.0.2.1").fields["Vary"] == "Host")
        for kept in ["no-store", "Private, max-age=60"] { #expect(try await answer(kept).fields["Vary"] == nil) }
    }

    @Test func aRequestWithTwoForwardedHostsGives400() async throws {
        let proxies = try #require(TrustedProxies(Self.ranges, hostField: .xForwardedHost))
        let application = try application([route(.get, "/api/v1/open", "open")], proxies: proxies)
        let answer = await application.respond(
            to: .hall(.get, "/api/v1/open", fields: ["X-Forwarded-Host": "a.example, b.example"]))
        #expect(answer.status == .badRequest)
        #expect(answer.text.contains("contains 2 hosts"))
    }

    @Test func anInvalidOrTrustedForwardedClientAddressIsIgnored() throws {
        #expect(try Self.forwarded(from: "127.0.0.1", ["X-Forwarded-For": "<script>"]).request.peer == "127.0.0.1")
        #expect(try Self.forwarded(from: "127.0.0.1", ["X-Forwarded-For": "10.0.0.1"]).request.peer == "127.0.0.1")
    }

    @Test(arguments: ["10.0.0.0/33", "10.0.0/8", "fd00::/129", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/8/8", "proxy"])
    func anInvalidProxyRangeIsRefused(range: String) {
        #expect(TrustedProxies([range]) == nil)
    }

    @Test func ipv6AddressesOfOneSlash64NetworkAreOneSubscriber() throws {
        let one = try #require(Address("2001:db8:1:2::1"))
        let two = try #require(Address("2001:db8:1:2:ffff::9"))
        let other = try #require(Address("2001:db8:1:3::1"))
        #expect(one.subscriber == two.subscriber)
        #expect(one.subscriber != other.subscriber)
        #expect(Address("::ffff:192.0.2.1") == Address("192.0.2.1"))
    }
}
