import FoundationEssentials
import HTTP
import Logging
import Synchronization
import Tenancy
import TestSupport
import Web

@testable import Accounts

/// Two tenants with an account each, and the service's application round the routes of this module.
struct Stage: Sendable {
    let database: TestDatabase
    let here: Tenant
    let there: Tenant
    let users: UserStore
    let sessions: SessionStore
    let tokens: TokenStore
    let application: Application
    /// Milliseconds, as the log-in desk sees them.
    let clock: Clock

    static let password = "a horse in the pit"
    static let hasher = PasswordHasher(cost: PasswordCost(logN: 10), waiting: 1000)

    final class Clock: Sendable {
        private let now = Atomic<Int64>(0)

        func advance(seconds: Int64) { now.add(seconds * 1000, ordering: .relaxed) }
        var milliseconds: Int64 { now.load(ordering: .relaxed) }
    }

    /// Runs a test with a database of its own; "eva" is an operator here, "ole" an operator there.
    static func with(_ body: (Stage) async throws -> Void) async throws {
        try await withDatabase { database in
            let stage = try await Stage(database)
            _ = try await stage.users.add(
                login: "Eva", role: .operator, password: password, hasher: hasher, in: stage.here.id)
            _ = try await stage.users.add(
                login: "ole", role: .operator, password: password, hasher: hasher, in: stage.there.id)
            try await body(stage)
        }
    }

    private init(_ database: TestDatabase) async throws {
        self.database = database
        here = try await database.tenant("here")
        there = try await database.tenant("there")
        users = UserStore(database: database.tenants)
        sessions = SessionStore(database: database.tenants)
        tokens = TokenStore(database: database.tenants)
        let clock = Clock()
        self.clock = clock
        let desk = LoginDesk(users: users, hasher: Self.hasher, now: { clock.milliseconds })
        let page = Route("getDesk", .get, "/operator", access: .permission(.viewOperator), errors: .page) {
            _, context in
            .text(context.caller?.login ?? "nobody")
        }
        let press = Route("press", .post, "/operator", access: .permission(.moveLive), errors: .page) { _, _ in
            .seeOther("/operator")
        }
        let mine = Route("getMine", .get, "/api/v1/mine", access: .account) { _, context in
            .text(context.caller?.login ?? "nobody")
        }
        let routes =
            LoginRoutes(desk: desk, sessions: sessions).routes + SessionRoutes(desk: desk, sessions: sessions).routes
            + AccountRoutes(sessions: sessions).routes + [page, press, mine]
        application = Application(
            router: try Router(routes), probes: Probes { [] }, tenants: Hosts(tenants: [here, there]),
            authenticator: SessionAuthenticator(sessions: sessions), proxies: TrustedProxies(["127.0.0.9"]) ?? .none,
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
    }

    private struct Hosts: TenantResolver {
        let tenants: [Tenant]

        func tenant(for authority: String?) async throws -> Tenant? { tenants.first { $0.slug == authority } }
    }

    // What clients send.

    func get(_ path: String, query: String? = nil, at host: String = "here", _ fields: Fields = [:]) async -> Response {
        await application.respond(
            to: Request(method: .get, path: path, query: query, authority: host, fields: fields))
    }

    func send(
        _ method: HTTP.Method, _ path: String, json: String, at host: String = "here", token: String? = nil,
        from peer: String = "192.0.2.1"
    ) async -> Response {
        var fields: Fields = ["Content-Type": "application/json"]
        fields["Authorization"] = token.map { "Bearer \($0)" }
        return await application.respond(
            to: Request(
                method: method, path: path, authority: host, fields: fields, body: Array(json.utf8), peer: peer))
    }

    func post(
        _ path: String, form: String, at host: String = "here", _ fields: Fields = [:], from peer: String = "192.0.2.1"
    ) async -> Response {
        var fields = fields
        fields["Content-Type"] = "application/x-www-form-urlencoded"
        if fields["Origin"] == nil { fields["Origin"] = "http://\(host)" }
        return await application.respond(
            to: Request(
                method: .post, path: path, authority: host, fields: fields, body: Array(form.utf8), peer: peer))
    }

    func logIn(
        _ login: String, _ password: String = Stage.password, at host: String = "here", from peer: String = "192.0.2.1"
    ) async -> Response {
        await send(
            .post, "/api/v1/sessions", json: "{\"login\": \"\(login)\", \"password\": \"\(password)\"}", at: host,
            from: peer)
    }
}

/// What `findSessions` answers, as a client reads it.
struct Listing: Decodable {
    let sessions: [Item]

    struct Item: Decodable {
        let id: String
        let kind: String
        let device: String?
        let createdAt: String
        let lastUsedAt: String
        let expiresAt: String
        let isCurrent: Bool
    }
}

/// What `createSession` answers, as a client reads it.
struct Pair: Decodable {
    let accessToken: String
    let refreshToken: String
    let expiresAt: String
}

extension Response {
    var text: String {
        guard case .bytes(let bytes) = content else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The content as a pair of tokens.
    var pair: Pair { get throws { try JSONDecoder().decode(Pair.self, from: Data(text.utf8)) } }

    /// The content as a list of sessions.
    var listing: [Listing.Item] {
        get throws { try JSONDecoder().decode(Listing.self, from: Data(text.utf8)).sessions }
    }

    /// The `Cookie` field that a browser sends after this answer.
    var cookie: String? { fields["Set-Cookie"].map { String($0.prefix { $0 != ";" }) } }

    /// The token in the forms of a page.
    var formToken: String? {
        text.firstRange(of: "name=\"csrf\" value=\"").map { String(text[$0.upperBound...].prefix { $0 != "\"" }) }
    }
}
