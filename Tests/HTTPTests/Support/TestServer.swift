import Logging

@testable import HTTP

/// Serves closures on a port that the system chooses.
struct TestResponder: Responder {
    var fromMemory: @Sendable (String) -> Representation? = { _ in nil }
    var limit = 1 << 20
    var endsWithClient = false
    var streamsContent = false
    var keptFor = 0.0
    var version: @Sendable () -> UInt64 = { 0 }
    var handler: @Sendable (Request) async -> Response

    func answerFromMemory(_ request: borrowing RequestView) -> MemoryAnswer? {
        fromMemory(String(decoding: request.target, as: UTF8.self)).map {
            MemoryAnswer($0, label: AnswerLabel(route: "memory"), keptFor: keptFor)
        }
    }

    var memoryVersion: UInt64 { version() }

    func respond(to request: Request) async -> Response { await handler(request) }

    /// Whether the current task handles a request. The responder binds this value for the whole duration of each request.
    @TaskLocal static var isRequest = false

    func withRequestValues(_ start: () -> Void) { Self.$isRequest.withValue(true, operation: start) }

    func bodyLimit(method: Method, path: String) -> Int { limit }

    func endsWithClient(method: Method, path: String) -> Bool { endsWithClient }

    func streamsContent(method: Method, path: String) -> Bool { streamsContent }
}

extension Response {
    static func text(_ text: String, _ status: Status = .ok) -> Response {
        Response(status, fields: ["Content-Type": "text/plain; charset=utf-8"], content: .bytes(Array(text.utf8)))
    }
}

extension Limits {
    /// Limits that no slow machine reaches; a test of a timeout sets a shorter one.
    static var patient: Limits {
        var limits = Limits()
        limits.headTimeout = 600
        limits.idleTimeout = 600
        limits.firstRequestTimeout = 600
        limits.bodyGrace = 600
        limits.bodyStall = 600
        limits.contentPause = 600
        limits.writeTimeout = 600
        limits.lingerTimeout = 600
        limits.heartbeat = 600
        return limits
    }
}

/// Creates a server that the test itself stops.
enum TestServer {
    static func start(_ responder: TestResponder, limits: Limits = .patient) async throws -> Server {
        let server = Server(
            Server.Configuration(host: "127.0.0.1", port: 0, limits: limits), responder: responder, observer: nil,
            logger: Logger(label: "test"))
        try await server.start()
        return server
    }
}

/// Runs `body` with a server, which is stopped afterwards in any case.
func withServer<Result: Sendable>(
    _ responder: TestResponder, limits: Limits = .patient, fields: Fields = [:], loops: Int = 2,
    observer: (any ExchangeObserver)? = nil, inheritedSockets: [Int32] = [], keepsHotSet: Bool = true,
    _ body: (Server) async throws -> Result
) async throws -> Result {
    let server = Server(
        Server.Configuration(
            host: "127.0.0.1", port: 0, queues: Server.queues(loops), limits: limits,
            inheritedSockets: inheritedSockets,
            fields: fields, keepsHotSet: keepsHotSet),
        responder: responder, observer: observer, logger: Logger(label: "test"))
    try await server.start()
    do {
        let result = try await body(server)
        await server.stop(grace: 0)
        return result
    } catch {
        await server.stop(grace: 0)
        throw error
    }
}

/// Runs `body` with a server whose responses come from `handler`.
func withServer<Result: Sendable>(
    handler: @escaping @Sendable (Request) async -> Response, _ body: (Server) async throws -> Result
) async throws -> Result {
    try await withServer(TestResponder(handler: handler), body)
}

/// Polls until a condition holds. A failure takes at least two minutes.
func eventually(_ condition: () async -> Bool) async -> Bool {
    for _ in 0..<12_000 {
        if await condition() { return true }
        try? await Task.sleep(for: .milliseconds(10))
    }
    return await condition()
}
