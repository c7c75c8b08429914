import Foundation
import HTTP
import Logging
import Postgres
import Synchronization
import Tenancy
import TestSupport
import Web

/// Two tenants with an account of each role, a manual clock, and an application with the routes of the test.
public struct RouteStage: Sendable {
    public let database: TestDatabase
    /// The tenant with the host "here".
    public let here: Tenant
    /// The tenant with the host "there".
    public let there: Tenant
    public let clock: StageClock
    private let application: Application

    /// A logger that writes nothing.
    public static let silence = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })

    /// Runs a test with its own database.
    ///
    /// - Parameters:
    ///   - start: the initial time of the clock, in RFC 3339.
    ///   - limits: the limits of the tenant "here".
    ///   - routes: creates the application's routes. The second argument is the clock.
    public static func with(
        at start: String = "2026-06-15T12:00:00Z", limits: TenantLimits = TenantLimits(),
        routes: (TenantDatabase, @escaping @Sendable () -> Instant) throws -> [Route] = { _, _ in [] },
        _ body: (RouteStage) async throws -> Void
    ) async throws {
        try await withDatabase { database in
            try await body(RouteStage(database, start: start, limits: limits, routes: routes))
        }
    }

    private init(
        _ database: TestDatabase, start: String, limits: TenantLimits,
        routes: (TenantDatabase, @escaping @Sendable () -> Instant) throws -> [Route]
    ) async throws {
        guard let start = Instant(rfc3339: start) else { throw StageFailure.noInstant(start) }
        self.database = database
        let made = try await database.tenant("here", host: "here.example")
        here = Tenant(
            id: made.id, slug: made.slug, name: made.name, locale: made.locale, integerSeconds: made.integerSeconds,
            multicast: made.multicast, timeZone: made.timeZone, limits: limits, origin: Origin(host: "here"))
        there = try await database.tenant("there", host: "there.example").with(origin: Origin(host: "there"))
        try await database.sql(
            """
            insert into app.user_account (tenant_id, login, password_hash, role)
            select t.tenant_id, r.role, 'none', r.role
              from control.tenant t,
                   (values ('listener'), ('editor'), ('programmer'), ('operator'), ('admin')) as r (role)
            """)
        let clock = StageClock(start)
        self.clock = clock
        let authenticator = StageAuthenticator(tenants: [here, there], database: database.tenants)
        application = Application(
            router: try Router(routes(database.tenants, { clock.now })), probes: Probes { [] }, tenants: authenticator,
            authenticator: authenticator, gates: Gates(), logger: Self.silence)
    }

    /// Sends a request, optionally with a JSON body.
    ///
    /// - Parameters:
    ///   - target: the path and the query.
    ///   - role: the role of the caller; `nil` for a visitor.
    ///   - host: "here" or "there".
    public func send(
        _ method: HTTP.Method, _ target: String, _ json: String? = nil, as role: Role? = nil, at host: String = "here",
        _ fields: Fields = [:]
    ) async -> StageAnswer {
        var fields = fields
        if json != nil, fields["Content-Type"] == nil { fields["Content-Type"] = "application/json" }
        return await send(method, target, body: Array((json ?? "").utf8), as: role, at: host, fields)
    }

    /// Sends a request with a body of any media type.
    public func send(
        _ method: HTTP.Method, _ target: String, body: [UInt8], as role: Role? = nil, at host: String = "here",
        _ fields: Fields = [:]
    ) async -> StageAnswer {
        var fields = fields
        if let role { fields["Authorization"] = "Bearer \(role.rawValue)" }
        let parts = target.split(separator: "?", maxSplits: 1)
        return StageAnswer(
            await application.respond(
                to: Request(
                    method: method, path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : nil,
                    authority: host, fields: fields, body: body)))
    }

    /// Serves the application on its own port while `body` runs, for tests that need a socket.
    public func serve(_ body: (_ port: Int) async throws -> Void) async throws {
        let server = Server(
            Server.Configuration(host: "127.0.0.1", port: 0), responder: application, observer: nil,
            logger: Self.silence)
        try await server.start()
        do {
            try await body(server.port)
        } catch {
            await server.stop(grace: 1)
            throw error
        }
        await server.stop(grace: 1)
    }

    /// Returns the audit log, oldest first, as "login action subject".
    public func audit() async throws -> [String] {
        try await database.sql("select actor, action, subject from app.audit_event order by event_id")
            .split(separator: "\n").map { String($0).replacing("|", with: " ") }
    }

    /// A resolver that finds tenants by their short names, and an authenticator that finds callers by "Bearer ROLE".
    private struct StageAuthenticator: TenantResolver, Authenticator {
        let tenants: [Tenant]
        let database: TenantDatabase

        /// Finds the tenant by the host name without the port.
        func tenant(for authority: String?) async throws -> Tenant? {
            tenants.first { $0.slug == authority?.prefix { $0 != ":" }.lowercased() }
        }

        func caller(of request: Request, in tenant: Tenant, isSecure: Bool) async throws -> Caller? {
            guard let role = request.fields["Authorization"].flatMap({ Role(rawValue: String($0.dropFirst(7))) }) else {
                return nil
            }
            let rows = try await database.rows(
                in: tenant.id,
                "select user_id from app.user_account where tenant_id = \(tenant.id) and login = \(role.rawValue)")
            return Caller(userID: try rows[0]("user_id"), login: role.rawValue, role: role, proof: .bearer)
        }
    }
}

/// A clock that a test sets.
public final class StageClock: Sendable {
    private let milliseconds: Atomic<Int64>

    init(_ start: Instant) { milliseconds = Atomic(start.milliseconds) }

    public var now: Instant { Instant(milliseconds: milliseconds.load(ordering: .relaxed)) }

    /// Sets the time, in RFC 3339.
    public func set(_ text: String) throws {
        guard let instant = Instant(rfc3339: text) else { throw StageFailure.noInstant(text) }
        milliseconds.store(instant.milliseconds, ordering: .relaxed)
    }

    public func advance(seconds: Int64) { milliseconds.add(seconds * 1000, ordering: .relaxed) }
}

public enum StageFailure: Error {
    case noInstant(String)
    case notMade(status: Int, String)
}

/// A response with accessors for tests.
public struct StageAnswer {
    public let status: Int
    public let fields: Fields
    public let bytes: [UInt8]
    public let representation: Representation?
    /// The streamed content, which is not opened; `nil` for other content.
    public let stream: StreamedContent?

    init(_ response: Response) {
        status = response.status.code
        fields = response.fields
        if case .stream(let content) = response.content { stream = content } else { stream = nil }
        switch response.content {
        case .bytes(let bytes): (self.bytes, representation) = (bytes, nil)
        case .representation(let value): (bytes, representation) = (Array(value.identity), value)
        case .none, .events, .stream: (bytes, representation) = ([], nil)
        }
    }

    /// Reads a range of the streamed content, or all of it.
    public func streamed(_ range: Range<Int>? = nil) async throws -> [UInt8] {
        guard let source = stream?.open(range) else { return [] }
        defer { source.end() }
        var bytes: [UInt8] = []
        while let next = try await source.next() { bytes += next }
        return bytes
    }

    public var text: String { String(decoding: bytes, as: UTF8.self) }
    public var json: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]) ?? [:] }
    public subscript(_ member: String) -> Any? { json[member] }
    /// Returns the objects of a list.
    public func objects(_ member: String) -> [[String: Any]] { json[member] as? [[String: Any]] ?? [] }
    /// The fields of the faults, in order.
    public var faults: [String] { objects("faults").compactMap { $0["field"] as? String } }
}
