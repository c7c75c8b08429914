import Glibc
import HTTP
import Observability
import Testing

@testable import Web

@Suite struct RequestRecorderTests {
    @Test func requestsAreCountedAndTimedByRouteTemplate() async throws {
        let registry = MetricsRegistry()
        let observer = RequestObserver(registry: registry, log: nil)
        // The recorders of two loops share the counts of a tenant.
        let recorders = [observer.makeRecorder(), observer.makeRecorder()]
        for method in [Method.get, .get, .other, .other] {
            for recorder in recorders { recorder.finished(.show(method)) }
        }
        let admin = AdminApplication(probes: Probes { [] }, registry: registry)
        let response = await admin.respond(to: Request(method: .get, path: "/metrics"))
        #expect(response.status == .ok)
        #expect(
            response.text.contains("tutti_http_requests_total{route=\"/shows/{show}\",method=\"GET\",code=\"200\"} 4"))
        #expect(
            response.text.contains("tutti_http_requests_total{route=\"/shows/{show}\",method=\"other\",code=\"200\"} 4")
        )
        #expect(response.text.contains("tutti_http_request_duration_seconds_count{route=\"/shows/{show}\"} 8"))
        #expect(response.text.contains("tutti_http_request_duration_seconds_sum{route=\"/shows/{show}\"} 0.016"))
        #expect(
            response.text.contains(
                "tutti_http_request_duration_seconds_bucket{route=\"/shows/{show}\",le=\"0.0025\"} 8"))
    }

    @Test func theTrafficOfATenantIsSummedOverLoopsUntilItIsTaken() {
        let traffic = TenantTraffic()
        let observer = RequestObserver(registry: MetricsRegistry(), traffic: traffic, log: nil)
        let recorders = [observer.makeRecorder(), observer.makeRecorder()]
        let other = AnswerLabel(route: "/shows/{show}", realm: "other")
        for recorder in recorders {
            for status in [200, 304, 404, 429, 500] { recorder.finished(.show(.get, status: status)) }
            recorder.finished(.show(.post, label: other, status: 503))
            recorder.finished(.show(.get, label: AnswerLabel(route: "/livez"), status: 200))
        }
        let taken = traffic.take()
        #expect(
            taken == [
                "hall": .init(requests: 10, refused: 4, errors: 2), "other": .init(requests: 2, refused: 0, errors: 2),
            ])
        #expect(traffic.take() == [:])
        recorders[0].finished(.show(.get))
        traffic.restore(["hall": .init(requests: 10, refused: 4, errors: 2)])
        #expect(traffic.take() == ["hall": .init(requests: 11, refused: 4, errors: 2)])
    }

    /// Spec O4.5.
    @Test func aRequestIsLoggedAsOneLineOfJSON() throws {
        let lines = try logged(.json) { $0.finished(.show(.get)) }
        let expected = [
            #"{"ts":"2026-11-21T13:52:16.007Z","level":"info","msg":"request","logger":"tutti""#,
            #""method":"GET","route":"/shows/{show}","status":200,"tenant":"hall""#,
            #""request.id":"00000000000000ab","trace.id":"0000000000000001000000000000000a""#,
            #""client":"203.0.113.0/24","path":"/shows/7","agent":"a \"phone\"\u0009\u00c3\u00a9""#,
            #""bytes":512,"ms":2.042}"#,
        ].joined(separator: ",")
        #expect(lines.map(String.init) == [expected])
    }

    @Test func aRequestIsLoggedAsOneLineOfText() throws {
        let lines = try logged(.text) { $0.finished(.show(.get)) }
        let expected = [
            "2026-11-21T13:52:16.007Z info     tutti: request method=GET route=/shows/{show} status=200 tenant=hall",
            "request.id=00000000000000ab trace.id=0000000000000001000000000000000a client=203.0.113.0/24",
            #"path=/shows/7 agent="a \"phone\"\u0009\u00c3\u00a9" bytes=512 ms=2.042"#,
        ].joined(separator: " ")
        #expect(lines.map(String.init) == [expected])
    }

    @Test func eachLogLineNamesItsOwnRouteStatusAndTenant() throws {
        let labels = (0..<600).map { AnswerLabel(route: "/r\($0)", realm: "t\($0 % 7)") }
        let lines = try logged(.json) { recorder in
            for label in labels + labels.reversed() {
                for status in [200, 304] { recorder.finished(.show(.get, label: label, status: status)) }
            }
        }
        let expected = (labels + labels.reversed()).flatMap { label in
            [200, 304].map { #""route":"\#(label.route)","status":\#($0),"tenant":"\#(label.realm)","# }
        }
        #expect(lines.count == expected.count)
        #expect(zip(lines, expected).allSatisfy { $0.contains($1) })
    }

    @Test(arguments: [
        ("/links/\(String(repeating: "s", count: 43))", "/links/..."),
        ("/a/\(String(repeating: "s", count: 43)).ics/b", "/a/....ics/b"),
        ("/a/\(String(repeating: "%41", count: 20))", "/a/..."),
        ("/a/\(String(repeating: "s", count: 31))/b", "/a/\(String(repeating: "s", count: 31))/b"),
        (String(repeating: "/aa", count: 300), String(repeating: "/aa", count: 170) + "/a…"), ("*", "*"),
        (
            String(repeating: "/aa", count: 165) + "/" + String(repeating: "s", count: 43),
            String(repeating: "/aa", count: 165) + "/..."
        ),
    ])
    func secretsAndLongPathsAreShortenedInTheLog(path: String, shown: String) throws {
        let line = try #require(try logged(.json) { $0.finished(.show(.get, path: path)) }.first)
        #expect(line.contains(#""path":"\#(shown)","#), "\(line)")
    }

    /// Spec S1.22.
    @Test(arguments: [0, 1, 7, 8, 15, 16, 18])
    func eachASCIICharacterOfAUserAgentIsKeptOrEscaped(place: Int) throws {
        let (before, after) = (String(repeating: "a", count: place), String(repeating: "b", count: 18 - place))
        let lines = try logged(.json) { recorder in
            for value in 0..<128 {
                let character = String(Unicode.Scalar(UInt8(value)))
                recorder.finished(.show(.get, agent: before + character + after))
            }
        }
        try #require(lines.count == 128)
        for value in 0..<128 {
            let digits = String(value, radix: 16)
            let shown =
                switch value {
                case 0x22: "\\\""
                case 0x5C: "\\\\"
                case 0x20...0x7E: String(Unicode.Scalar(UInt8(value)))
                default: "\\u00" + (digits.count == 1 ? "0" : "") + digits
                }
            #expect(lines[value].contains("\"agent\":\"\(before)\(shown)\(after)\""), "\(value)")
        }
    }

    @Test func aLongUserAgentIsTruncatedInTheLog() throws {
        let line = try #require(
            try logged(.json) { $0.finished(.show(.get, agent: String(repeating: "\u{1B}", count: 5000))) }.first)
        #expect(line.contains(#""agent":"\#(String(repeating: #"\u001b"#, count: 256))…","bytes""#))
    }

    @Test(arguments: [
        ("203.0.113.77", "", "", "203.0.113.0/24"), ("2001:db8:1:2::3", "", "", "2001:db8:1::/48"),
        ("127.0.0.1", "6.6.6.6, 198.51.100.7, 127.0.0.1", "", "198.51.100.0/24"),
        ("127.0.0.1", "x, 127.0.0.1", "", "127.0.0.0/24"), ("203.0.113.77", "6.6.6.6", "for=6.6.6.6", "203.0.113.0/24"),
        ("127.0.0.1", "", "for=\"[2001:db8::1]\", for=127.0.0.1", "2001:db8::/48"),
    ])
    func theLogNamesTheNetworkOfTheClientBehindTrustedProxies(
        peer: String, list: String, field: String, shown: String
    ) throws {
        let proxies = try #require(TrustedProxies(["127.0.0.1"]))
        let lines = try logged(.text, proxies) {
            $0.finished(.show(.get, peer: peer, forwardedFor: list, forwarded: field))
        }
        #expect(lines.first?.contains(" client=\(shown) ") == true, "\(lines)")
    }

    /// Spec S1.15.
    @Test func aForwardedFieldBesideTheProxysOwnFieldsIsNotLogged() throws {
        let proxies = try #require(TrustedProxies(["127.0.0.1"]))
        let lines = try logged(.text, proxies) {
            $0.finished(.show(.get, peer: "127.0.0.1", forwarded: "for=6.6.6.6", hasXForwarded: true))
        }
        #expect(lines.first?.contains(" client=127.0.0.0/24 ") == true, "\(lines)")
    }

    @Test func fullClientAddressesCanBeLogged() throws {
        let lines = try logged(.text, showsWholeAddresses: true) { $0.finished(.show(.get)) }
        #expect(lines.first?.contains(" client=203.0.113.77 ") == true)
    }

    /// Returns the log lines that the recorder writes during `body`.
    private func logged(
        _ format: LogFormat, _ proxies: TrustedProxies = .none, showsWholeAddresses: Bool = false,
        _ body: (any ExchangeRecorder) -> Void
    ) throws -> [Substring] {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        // A pipe of one megabyte (F_SETPIPE_SZ) has room for all lines.
        _ = fcntl(ends[1], 1031, 1 << 20)
        let output = LogOutput(descriptor: ends[1], format: format)
        body(
            RequestObserver(
                registry: MetricsRegistry(), log: output, proxies: proxies, showsWholeAddresses: showsWholeAddresses
            ).makeRecorder())
        output.flush(timeout: .seconds(30))
        close(ends[1])
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(ends[0], &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }
}

extension ExchangeRecorder {
    fileprivate func finished(_ exchange: Shown) {
        var (path, agent, forwardedFor, forwarded) = (
            exchange.path, exchange.agent, exchange.forwardedFor, exchange.forwarded
        )
        path.withUTF8 { path in
            agent.withUTF8 { agent in
                forwardedFor.withUTF8 { forwardedFor in
                    forwarded.withUTF8 { forwarded in
                        finished(
                            Exchange(
                                method: exchange.method, label: exchange.label, status: exchange.status, bytesSent: 512,
                                nanoseconds: exchange.nanoseconds, time: 1_795_269_136_007, id: RequestID(bits: 0xAB),
                                trace: TraceID(upper: 1, lower: 10), peer: exchange.peer, path: path, userAgent: agent,
                                forwardedFor: forwardedFor, forwarded: forwarded,
                                hasXForwarded: exchange.hasXForwarded))
                    }
                }
            }
        }
    }
}

/// An exchange with texts instead of bytes.
private struct Shown {
    let method: Method
    let label: AnswerLabel
    let status: Int
    let peer: IPAddress
    var path: String
    var agent: String
    var forwardedFor: String
    var forwarded: String
    let hasXForwarded: Bool

    var nanoseconds: UInt64 { status == 200 && label.route == "/shows/{show}" ? 2_042_999 : 1 }

    static func show(
        _ method: Method, label: AnswerLabel = AnswerLabel(route: "/shows/{show}", realm: "hall"), status: Int = 200,
        peer: String = "203.0.113.77", path: String = "/shows/7", agent: String = "a \"phone\"\té",
        forwardedFor: String = "",
        forwarded: String = "", hasXForwarded: Bool? = nil
    ) -> Shown {
        Shown(
            method: method, label: label, status: status, peer: IPAddress(peer) ?? IPAddress(ipv4: 0), path: path,
            agent: agent,
            forwardedFor: forwardedFor, forwarded: forwarded, hasXForwarded: hasXForwarded ?? !forwardedFor.isEmpty)
    }
}
