import Foundation
import HTTP
import Logging
import Synchronization

/// A server that behaves like the part of SoundCloud's public API that the library uses, including tokens, paging and errors, for
/// tests, benchmarks and demonstrations. The content is generated (`StandInWorld`) or read from a folder of recorded bodies.
public final class StandIn: Responder {
    struct State {
        var world: StandInWorld
        var bodies: [String: [UInt8]] = [:]
        var tokens = StandInTokens()
        var media = StandInMedia()
        /// The path of each request for a picture, and the faults by the number of the request, from 1.
        var pictureLog: [String] = []
        var pictureFaults: [Int: StandInFault] = [:]
        /// The faults by the number of the API request, from 1.
        var faults: [Int: StandInFault] = [:]
        var requests = 0
        var log: [String] = []
    }

    let state: Mutex<State>
    private let port = Atomic<Int>(0)

    private let journal: StandInJournal?

    /// Creates the server.
    ///
    /// - Parameters:
    ///   - recorded: a folder of bodies, which take precedence over generated bodies.
    ///   - journal: a file that stores the changes; with `nil`, each start has the original content.
    ///   - asks: whether the consent page is shown, as on SoundCloud; otherwise consent is given immediately.
    public init(
        world: StandInWorld = StandInWorld(), recorded: String? = nil, journal path: String? = nil, asks: Bool = false
    ) throws {
        var first = State(world: world)
        if let recorded { first.bodies = try RecordedBodies.read(recorded) }
        first.tokens.asks = asks
        journal = try path.map { try StandInJournal($0) }
        if let journal { Self.replay(journal, in: &first) }
        first.tokens.journal = journal
        state = Mutex(first)
    }

    /// The address after the start, without a trailing slash.
    public var address: String { "http://127.0.0.1:\(port.load(ordering: .relaxed))" }

    /// Serves on the loopback interface; by default on a free port.
    public func start(port wanted: Int = 0, logger: Logger) async throws -> Server {
        let server = Server(
            Server.Configuration(host: "127.0.0.1", port: wanted, queues: Server.queues(1)), responder: self,
            observer: nil, logger: logger)
        try await server.start()
        port.store(server.port, ordering: .relaxed)
        return server
    }

    // MARK: - State for tests

    public func change(_ body: (inout StandInWorld) -> Void) { state.withLock { body(&$0.world) } }
    public var world: StandInWorld { state.withLock { $0.world } }
    /// The number of API requests, including refused requests.
    public var requests: Int { state.withLock { $0.requests } }
    /// The method and target of each API request.
    public var log: [String] { state.withLock { $0.log } }

    /// Makes these requests fail. The next request has the number 1.
    public func plan(_ faults: [Int: StandInFault]) {
        state.withLock {
            $0.faults = faults
            $0.requests = 0
            $0.log = []
        }
    }

    /// Makes these requests for media fail, counted from the next one as 1.
    public func planMedia(_ faults: [Int: StandInFault]) {
        state.withLock {
            $0.media.faults = faults
            $0.media.requests = 0
            $0.media.log = []
        }
    }

    /// The method and path of each request for media.
    public var mediaLog: [String] { state.withLock { $0.media.log } }
    /// Invalidates all addresses of media.
    public func expireMedia() { state.withLock { $0.media.epoch += 1 } }
    /// Refuses HEAD for segments, so that no length is known in advance.
    public func hideLengths() { state.withLock { $0.media.tellsLengths = false } }

    /// Makes these requests for pictures fail, counted from the next one as 1.
    public func planPictures(_ faults: [Int: StandInFault]) {
        state.withLock {
            $0.pictureFaults = faults
            $0.pictureLog = []
        }
    }

    /// The path of each request for a picture.
    public var pictureLog: [String] { state.withLock { $0.pictureLog } }

    /// Invalidates all access tokens; refresh tokens remain valid.
    public func expireTokens() { state.withLock { $0.tokens.expire() } }
    /// Invalidates all tokens, as when the user removes the application from the account.
    public func withdraw() { state.withLock { $0.tokens.withdraw() } }
    /// The grant types of all token requests, in order.
    public var grantTypes: [String] { state.withLock { $0.tokens.grantTypes } }
    /// The number of issued pairs of tokens.
    public var grants: Int { state.withLock { $0.tokens.grants } }

    /// Issues a pair of tokens without an authorization.
    public func grant() -> (access: String, refresh: String) { state.withLock { $0.tokens.pair() } }

    // MARK: - Requests

    public func answerFromMemory(_ request: borrowing RequestView) -> MemoryAnswer? { nil }

    public func bodyLimit(method: HTTP.Method, path: String) -> Int { 1 << 20 }

    public func respond(to request: Request) async -> Response {
        switch request.path {
        case "/authorize", "/oauth/token", "/sign-out": return state.withLock { $0.tokens.respond(to: request) }
        case let path where path.hasPrefix("/_control/"): return control(request)
        case let path where path.hasPrefix("/_media/"): return await sound(request)
        case let path where path.hasPrefix("/artworks-") || path.hasPrefix("/avatars-"): return await picture(request)
        default: break
        }
        let (fault, number) = state.withLock { state in
            state.requests += 1
            state.log.append("\(request.method) \(request.path)\(request.query.map { "?" + $0 } ?? "")")
            return (state.faults[state.requests], state.requests)
        }
        return await faulty(fault, number) { answer(request) }
    }

    /// Answers a request for media, which needs no token.
    private func sound(_ request: Request) async -> Response {
        let now = Int64(Date.now.timeIntervalSince1970)
        let (fault, number, media, world) = state.withLock { state in
            state.media.requests += 1
            state.media.log.append("\(request.method) \(request.path)")
            return (state.media.faults[state.media.requests], state.media.requests, state.media, state.world)
        }
        return await faulty(fault, number) { media.respond(to: request, world: world, now: now) }
    }

    /// Answers a request for a picture, which needs no token.
    private func picture(_ request: Request) async -> Response {
        let (fault, number) = state.withLock { state in
            state.pictureLog.append(request.path)
            return (state.pictureFaults[state.pictureLog.count], state.pictureLog.count)
        }
        return await faulty(fault, number) { StandInArtwork.respond(to: request) }
    }

    /// The response, or the fault in its place.
    private func faulty(_ fault: StandInFault?, _ number: Int, _ respond: () -> Response) async -> Response {
        switch fault {
        case .unauthorized: return Self.problem(401, "")
        case .limited: return Self.limit()
        case .spam:
            return Self.json(
                [
                    "code": 429, "message": "Too many requests",
                    "spam_warning_urn": "soundcloud:spam-warnings:\(number)",
                ],
                status: 429)
        case .serverError: return Self.problem(500, "500 - Internal Server Error")
        case .page: return Response(.ok, fields: ["Content-Type": "text/html"], content: .bytes(Array("<html>".utf8)))
        case .hang:
            try? await Task.sleep(for: .seconds(60))
            return Self.problem(504, "")
        case .truncated:
            var answer = respond()
            if case .bytes(let bytes) = answer.content { answer.content = .bytes(Array(bytes.prefix(bytes.count / 2))) }
            return answer
        case nil: return respond()
        }
    }

    private func answer(_ request: Request) -> Response {
        state.withLock { state in
            guard state.tokens.admits(request.fields["Authorization"]) else { return Self.problem(401, "") }
            if let body = state.bodies[RecordedBodies.key(request)] {
                return Response(.ok, fields: ["Content-Type": "application/json"], content: .bytes(body))
            }
            let now = Int64(Date.now.timeIntervalSince1970)
            var api = StandInAPI(world: state.world, address: address, signature: state.media.query(at: now))
            let response = api.respond(to: request)
            state.world = api.world
            if request.method != .get, response.status.code < 300 {
                journal?.write(
                    .init(
                        method: "\(request.method)", target: request.path,
                        body: String(decoding: request.body, as: UTF8.self)))
            }
            return response
        }
    }

    /// `POST /_control/faults` with `{"3": "spam"}`, `POST /_control/expiry`, `POST /_control/withdrawal`, `GET /_control/state`.
    private func control(_ request: Request) -> Response {
        switch request.path {
        case "/_control/faults":
            let plan = (try? JSONDecoder().decode([String: String].self, from: Data(request.body))) ?? [:]
            self.plan(
                Dictionary(
                    uniqueKeysWithValues: plan.compactMap { number, fault in
                        Int(number).flatMap { number in StandInFault(rawValue: fault).map { (number, $0) } }
                    }))
        case "/_control/expiry": expireTokens()
        case "/_control/withdrawal": withdraw()
        case "/_control/state": return Self.json(["requests": requests, "grants": grants, "likes": world.likes.count])
        default: return Self.problem(404, "404 - Not Found")
        }
        return Response(.noContent)
    }

    // MARK: - Answers

    static func json(_ body: [String: any Sendable], status: Int = 200) -> Response {
        Response(
            Status(status), fields: ["Content-Type": "application/json; charset=utf-8"],
            content: .bytes(StandInBodies.bytes(body)))
    }

    static func problem(_ status: Int, _ message: String) -> Response {
        json(
            [
                "code": status, "message": message, "link": "https://developers.soundcloud.example/",
                "errors": [String](),
                "error": NSNull(),
            ], status: status)
    }

    private static func limit() -> Response {
        json(
            [
                "errors": [
                    [
                        "meta": [
                            "rate_limit": [
                                "group": "plays", "max_nr_of_requests": 15000, "time_window": "PT24H",
                            ] as [String: any Sendable], "remaining_requests": 0,
                            "reset_time": "2026/01/01 09:49:40 +0000",
                        ] as [String: any Sendable]
                    ] as [String: any Sendable]
                ]
            ], status: 429)
    }
}
