import Glibc
import HTTP
import Observability
import Testing

@testable import Web

@Suite struct RequestRecorderTests {
    @Test func exchangesAreCountedByTemplate() async throws {
        let registry = MetricsRegistry()
        let observer = RequestObserver(registry: registry, log: nil)
        // Two loops, whose counts are one.
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

    @Test func anExchangeIsOneLine() throws {
        let lines = try logged(.json) { $0.finished(.show(.get)) }
        #expect(
            lines == [
                #"{"ts":"2026-11-21T13:52:16.007Z","level":"info","msg":"request","logger":"tutti","#
                    + #""method":"GET","route":"/shows/{show}","status":200,"tenant":"hall","bytes":512,"ms":2.042}"#
            ])
    }

    @Test func anExchangeIsOneLineForPeopleToo() throws {
        let lines = try logged(.text) { $0.finished(.show(.get)) }
        #expect(
            lines == [
                "2026-11-21T13:52:16.007Z info     tutti: request method=GET route=/shows/{show} status=200 tenant=hall"
                    + " bytes=512 ms=2.042"
            ])
    }

    @Test func exchangesOfDifferentKindsAreNotMixedUp() throws {
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

    /// The lines that `body` has the recorder write.
    private func logged(_ format: LogFormat, _ body: (any ExchangeRecorder) -> Void) throws -> [Substring] {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        // A pipe of a megabyte takes all of it (F_SETPIPE_SZ).
        _ = fcntl(ends[1], 1031, 1 << 20)
        let output = LogOutput(descriptor: ends[1], format: format)
        body(RequestObserver(registry: MetricsRegistry(), log: output).makeRecorder())
        output.flush(timeout: .seconds(30))
        close(ends[1])
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(ends[0], &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }
}

extension Exchange {
    fileprivate static func show(
        _ method: Method, label: AnswerLabel = AnswerLabel(route: "/shows/{show}", realm: "hall"), status: Int = 200
    ) -> Exchange {
        Exchange(
            method: method, label: label, status: status, bytesSent: 512,
            nanoseconds: status == 200 && label.route == "/shows/{show}" ? 2_042_999 : 1, time: 1_795_269_136_007)
    }
}
