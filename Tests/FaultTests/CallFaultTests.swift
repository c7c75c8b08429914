import CFaultControl
import Glibc
import Testing

/// The n-th system call of a running server fails, for n = 1, 2, 3 … (spec S3). After every failure the process lives,
/// the response is correct or its connection is closed, the next connection is served, and no descriptor stays open.
struct CallFaultTests {
    /// Requests of every kind: answered from memory, answered by a handler, with content, pipelined, long, and with
    /// ranges.
    private static let script: Script = {
        func get(_ path: String, _ lines: String...) -> String {
            (["GET \(path) HTTP/1.1", "Host: a"] + lines).map { $0 + "\r\n" }.joined() + "\r\n"
        }
        let content = String(repeating: "Musik ", count: 4000)
        let post = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: \(content.utf8.count)\r\n\r\n\(content)"
        return Script(steps: [
            Script.Step(get("/healthz")),
            Script.Step(get("/static.txt", "Accept-Encoding: gzip")),
            Script.Step(post),
            Script.Step(
                get("/healthz") + "HEAD /static.txt HTTP/1.1\r\nHost: a\r\n\r\n" + get("/async") + get("/nothing")
                    + get("/static.txt"),
                isHead: [false, true, false, false, false]),
            Script.Step(get("/large.bin", "Range: bytes=100000-699999") + get("/healthz"), isHead: [false, false]),
            Script.Step(get("/large.bin", "Range: bytes=5-9,1000-300999")),
            Script.Step(get("/static.txt", "Connection: close")),
        ])
    }()

    /// Fails each call of the script once for each error, and then every third call.
    ///
    /// - Parameters:
    ///   - more: further errors for thorough runs, which the server handles like one of the others.
    ///   - costly: errors after which the server waits for half a second.
    private func walk(
        _ call: fault_call, _ errors: [Int32], more: [Int32] = [], costly: [Int32] = []
    ) async throws {
        try await FaultyProbe.with { probe in
            let transcript = try Self.script.transcript(port: probe.port)
            let run = { _ = try Self.script.run(port: probe.port, expecting: transcript) }
            for error in FaultyProbe.isThorough ? errors + more : errors {
                let faults = try probe.walk(call, error, run)
                guard faults > 0 else { throw RequirementViolation(what: "the script makes no such call") }
                try probe.storm(call, error, run)
            }
            for error in costly { try probe.walk(call, error, most: 1, run) }
        }
    }

    @Test func theServerSurvivesFailingSocketReads() async throws {
        try await walk(FAULT_RECV, [0, EAGAIN, ECONNRESET], more: [EINTR, ETIMEDOUT], costly: [ENOMEM, ENOBUFS])
    }

    @Test func theServerSurvivesFailingSocketSends() async throws {
        try await walk(FAULT_SEND, [0, EINTR, EAGAIN, EPIPE], more: [ECONNRESET], costly: [ENOMEM, ENOBUFS])
    }

    @Test func theServerSurvivesFailingSendsOfSeveralParts() async throws {
        try await walk(FAULT_SENDMSG, [0, EINTR, EAGAIN, EPIPE], more: [ECONNRESET], costly: [ENOMEM, ENOBUFS])
    }

    @Test func theServerSurvivesFailingSendsOfFiles() async throws {
        try await walk(FAULT_SENDFILE, [0, EINTR, EAGAIN, EPIPE, EIO], more: [ECONNRESET], costly: [ENOMEM, ENOBUFS])
    }

    @Test func theServerSurvivesFailingQueriesOfThePageCache() async throws {
        try await walk(FAULT_MINCORE, [EAGAIN], more: [ENOMEM])
    }

    /// The server cannot tell whether the pages are in memory, and its reading thread fails to read them, so the loop
    /// must send them itself.
    @Test func theServerSurvivesFailingDiskReads() async throws {
        try await FaultyProbe.with { probe in
            let transcript = try Self.script.transcript(port: probe.port)
            probe.process.arm(FAULT_MINCORE, ENOSYS, nth: 1, repeats: true)
            guard try Self.script.run(port: probe.port, expecting: transcript), probe.process.disarm() else {
                throw RequirementViolation(what: "content that is not known to be in memory is not sent")
            }
            for error in [EIO, EINTR] {
                probe.process.arm(FAULT_PREAD, error, nth: 1, repeats: true)
                guard try Self.script.run(port: probe.port, expecting: transcript) else {
                    throw RequirementViolation(what: "content that is in memory all the same is not sent")
                }
                _ = probe.process.disarm()
            }
        }
    }

    /// Without descriptors or memory the loop pauses until the next tick, and then accepts every waiting client.
    @Test func theServerSurvivesFailingAccepts() async throws {
        try await FaultyProbe.with { probe in
            let transcript = try Self.script.transcript(port: probe.port)
            let run = {
                for _ in 0..<2 {
                    guard try Self.script.run(port: probe.port, expecting: transcript) else {
                        throw RequirementViolation(what: "a connection was cut that another's failure does not concern")
                    }
                }
            }
            for error in [EINTR, EAGAIN, ECONNABORTED, EPROTO] { try probe.walk(FAULT_ACCEPT, error, run) }
            for error in [EMFILE, ENFILE, ENOBUFS, ENOMEM] { try probe.walk(FAULT_ACCEPT, error, most: 1, run) }
        }
    }

    /// The probe's clock sends two events while the n-th send fails.
    @Test func theServerSurvivesFailingSendsOfEvents() async throws {
        try await FaultyProbe.with { probe in
            let run = {
                let client = try Client(port: probe.port)
                try client.send(Array("GET /sse HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
                guard case let head = try client.head(), !head.isEmpty else { return }
                guard head.hasPrefix("HTTP/1.1 200 OK\r\n") else {
                    throw RequirementViolation(what: "answered by \(head)")
                }
                for _ in 0..<2 {
                    // 78 in hexadecimal is the event's length of 120 bytes.
                    let event = String(decoding: try client.bytes(126), as: UTF8.self)
                    let isWhole = event.hasPrefix("78\r\ndata: ") && event.hasSuffix("x\n\n\r\n")
                    guard isWhole || event.utf8.count < 126 else {
                        throw RequirementViolation(what: "not an event: \(event)")
                    }
                    if !isWhole { return }
                }
            }
            for error in [0, EAGAIN, EPIPE, ENOBUFS] { try probe.walk(FAULT_SEND, error, most: 3, run) }
        }
    }
}

extension Client {
    /// Receives and returns the head of a response; empty if the connection ends earlier.
    func head() throws -> String {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            let next = try bytes(1)
            if next.isEmpty { return "" }
            head += next
        }
        return String(decoding: head, as: UTF8.self)
    }
}
