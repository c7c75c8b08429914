import Glibc
import HTTP
import Logging

/// The endpoints of the probe.
struct ProbeContent: Responder {
    /// The maximum length of a request's content in bytes.
    static let echoLimit = 1 << 20

    private let health: Representation
    private let text: Representation
    private let large: Representation
    private let events = EventBroadcaster { _ in [] }

    /// Prepares the content. If the large content cannot be written to a file, the failure is logged.
    init(logger: Logger) {
        // 2025-01-01: the content is generated at each start and is always the same.
        let written: Int64 = 1_735_689_600
        health = Representation(
            mediaType: "text/plain; charset=utf-8", identity: Array("ok\n".utf8), compress: false,
            lastModified: written, fields: ["Cache-Control": "no-store"])
        let lines = (1...60).map { "\($0). Die Musik ist die Sprache der Leidenschaft.\n" }
        text = Representation(
            mediaType: "text/plain; charset=utf-8", identity: Array(lines.joined().utf8), compress: true,
            lastModified: written, fields: ["Cache-Control": "public, max-age=60"])
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        let words = (0..<(1 << 20)).map { _ -> UInt64 in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
        let noise = words.withUnsafeBytes { [UInt8]($0) }
        large = Representation(
            mediaType: "application/octet-stream", identity: noise, compress: false,
            // The tag is fixed, because hashing 8 MiB would take as long as the rest of the start.
            entityTag: "\"8-mib-of-noise\"", lastModified: written,
            spool: ContentSpool(folder: getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp", logger: logger))
    }

    func answerFromMemory(_ request: borrowing RequestView) -> MemoryAnswer? {
        let path = request.target.prefix { $0 != UInt8(ascii: "?") }
        if path.elementsEqual("/healthz".utf8) { return answer(health, "/healthz") }
        if path.elementsEqual("/static.txt".utf8) { return answer(text, "/static.txt") }
        if path.elementsEqual("/large.bin".utf8) { return answer(large, "/large.bin") }
        return nil
    }

    private func answer(_ content: Representation, _ route: String) -> MemoryAnswer {
        MemoryAnswer(content, label: AnswerLabel(route: route), keptFor: 60)
    }

    func respond(to request: Request) async -> Response {
        let allowed: String
        switch request.path {
        case "/healthz", "/static.txt", "/large.bin":
            if let content = content(of: request) { return content }
            allowed = "GET, HEAD, OPTIONS"
        case "/async":
            // The same content as /healthz, through a handler. Comparing the two paths shows the cost of a handler.
            if request.method == .get { return Response(content: .representation(health), route: "/async") }
            allowed = "GET, OPTIONS"
        case "/echo":
            if request.method == .post {
                return Response(
                    fields: ["Content-Type": "application/octet-stream"], content: .bytes(request.body), route: "/echo")
            }
            allowed = "OPTIONS, POST"
        case "/sse":
            if request.method == .get {
                return Response(
                    content: .events(events, lastEventID: request.fields["Last-Event-ID"]), route: "/sse")
            }
            allowed = "GET, OPTIONS"
        default: return plain(.notFound)
        }
        if request.method == .options { return Response(.noContent, fields: ["Allow": allowed]) }
        return plain(.methodNotAllowed, ["Allow": allowed])
    }

    func bodyLimit(method: Method, path: String) -> Int { Self.echoLimit }

    /// Publishes the monotonic time in nanoseconds every 250 ms until the task is cancelled, so that a rig can measure the delay of an event.
    func publishTime() async {
        while (try? await Task.sleep(for: .milliseconds(250))) != nil {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            let stamp = String(Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
            // "data: ", the text and the two line ends make 120 bytes.
            let padding = String(repeating: "x", count: max(0, 120 - 8 - stamp.count - 1))
            events.publish(ServerSentEvent(id: "", name: "", data: stamp + " " + padding))
        }
    }

    /// Returns the content for a request that `answerFromMemory` does not receive, such as one with a body; `nil` unless it is GET or HEAD.
    private func content(of request: Request) -> Response? {
        guard request.method == .get || request.method == .head else { return nil }
        switch request.path {
        case "/healthz": return Response(content: .representation(health), route: request.path)
        case "/static.txt": return Response(content: .representation(text), route: request.path)
        default: return Response(content: .representation(large), route: request.path)
        }
    }

    private func plain(_ status: Status, _ fields: Fields = [:]) -> Response {
        var fields = fields
        fields["Content-Type"] = "text/plain; charset=utf-8"
        return Response(status, fields: fields, content: .bytes(Array("\(status.code) \(status.reason)\n".utf8)))
    }
}
