import FoundationEssentials
import HTTP
import Logging
import Synchronization
import Tenancy
import TestSupport
import Web

@testable import Accounts

/// Two tenants with an account each, and an application with the routes of this module.
struct Stage: Sendable {
    let database: TestDatabase
    let here: Tenant
    let there: Tenant
    let users: UserStore
    let sessions: SessionStore
    let tokens: TokenStore
    let accounts: AccountStore
    let links: AccountLinkStore
    /// The recorded mails.
    let postbox = RecordingMailSender()
    let resets: PasswordReset
    let application: Application
    /// The clock of the sign-in throttle, in milliseconds.
    let clock: Clock

    static let password = "a horse in the pit"
    static let hasher = PasswordHasher(cost: PasswordCost(logN: 10), waiting: 1000)

    final class Clock: Sendable {
        private let now = Atomic<Int64>(0)

        func advance(seconds: Int64) { now.add(seconds * 1000, ordering: .relaxed) }
        var milliseconds: Int64 { now.load(ordering: .relaxed) }
    }

    /// Runs a test with its own database. The account "eva" is an operator of the first tenant, and "ole" of the second.
    static func with(
        limits: TenantLimits = TenantLimits(), _ body: (Stage) async throws -> Void
    ) async throws {
        try await withDatabase { database in
            let stage = try await Stage(database, limits: limits)
            _ = try await stage.users.add(
                login: "Eva", role: .operator, password: password, hasher: hasher, in: stage.here.id)
            _ = try await stage.users.add(
                login: "ole", role: .operator, password: password, hasher: hasher, in: stage.there.id)
            try await body(stage)
        }
    }

    private init(_ database: TestDatabase, limits: TenantLimits) async throws {
        self.database = database
        let made = try await database.tenant("here")
        here = Tenant(
            id: made.id, slug: made.slug, name: made.name, locale: made.locale, integerSeconds: false,
            multicast: made.multicast, limits: limits)
        there = try await database.tenant("there")
        users = UserStore(database: database.tenants)
        sessions = SessionStore(database: database.tenants)
        tokens = TokenStore(database: database.tenants)
        accounts = AccountStore(database: database.tenants)
        links = AccountLinkStore(database: database.tenants)
        let clock = Clock()
        self.clock = clock
        let passwordLogin = PasswordLogin(users: users, hasher: Self.hasher, now: { clock.milliseconds })
        let signUp = SignUp(accounts: accounts, hasher: Self.hasher, now: { clock.milliseconds })
        let mail = AccountMail(postbox)
        resets = PasswordReset(
            accounts: accounts, links: links, mail: mail, hosts: Hosts(tenants: [here, there]),
            now: { clock.milliseconds })
        let resets = resets
        let passwords = PasswordChange(
            passwordLogin: passwordLogin, hasher: Self.hasher, accounts: accounts, sessions: sessions)
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
            LoginRoutes(
                passwordLogin: passwordLogin, sessions: sessions,
                moreLinks: SignUpRoutes(signUp: signUp, resets: resets).signUpLink
            ).routes + SessionRoutes(passwordLogin: passwordLogin, sessions: sessions).routes
            + SignUpRoutes(signUp: signUp, resets: resets).routes + PasswordResetRoutes(passwordReset: resets).routes
            + LinkRoutes(use: LinkUse(links: links, hasher: Self.hasher)).routes
            + InvitationRoutes(links: links, mail: mail).routes
            + AccountAdminRoutes(
                accounts: accounts, sessions: sessions, links: links, hasher: Self.hasher, mail: mail
            ).routes
            + AdministrationPageRoutes(accounts: accounts, sessions: sessions, links: links, mail: mail).routes
            + OwnAccountRoutes(accounts: accounts, passwords: passwords).routes + TokenRoutes(tokens: tokens).routes
            + AccountRoutes(sessions: sessions, accounts: accounts, tokens: tokens, passwords: passwords).routes
            + StreamLeaseRoutes(database: database.tenants, contentRevision: { _ in 7 }).routes
            + SubscriptionRoutes(database: database.tenants).routes + [page, press, mine]
        application = Application(
            router: try Router(routes), probes: Probes { [] },
            tenants: Hosts(tenants: [here, there], isFallback: true),
            authenticator: SessionAuthenticator(sessions: sessions), proxies: TrustedProxies(["127.0.0.9"]) ?? .none,
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
    }

    private struct Hosts: TenantResolver {
        let tenants: [Tenant]
        /// Whether the first tenant is the default tenant for unknown hosts.
        var isFallback = false

        func tenant(for authority: String?) async throws -> Tenant? {
            tenants.first { $0.slug == authority } ?? (isFallback ? tenants.first : nil)
        }
    }

    // Requests as clients send them.

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

    /// Sends a request without content with a bearer token.
    func send(_ method: HTTP.Method, _ path: String, query: String? = nil, at host: String = "here", token: String)
        async
        -> Response
    {
        let fields: Fields = ["Authorization": "Bearer \(token)"]
        return await application.respond(
            to: Request(method: method, path: path, query: query, authority: host, fields: fields))
    }

    /// Returns a bearer token of an account.
    func token(_ login: String = "eva", at tenant: Tenant? = nil) async throws -> String {
        try await tokens.create(login: login, in: (tenant ?? here).id)
    }

    /// Adds an account to the first tenant.
    @discardableResult
    func add(_ login: String, _ role: Role) async throws -> User {
        try await users.add(login: login, role: role, password: Self.password, hasher: Self.hasher, in: here.id)
    }

    /// Adds the administrator "ada" to the first tenant and returns a token.
    func administrator() async throws -> String {
        try await add("ada", .admin)
        return try await token("ada")
    }

    /// Returns the audit log in order, as "ACTION SUBJECT".
    func record() async throws -> [String] {
        try await database.sql("select action || ' ' || subject from app.audit_event order by event_id;")
            .split(separator: "\n").map(String.init)
    }

    /// Signs a browser in and returns its cookie and its form token.
    func browser(_ login: String = "eva") async throws -> (fields: Fields, csrf: String) {
        let form = "login=\(login)&password=" + Self.password.percentEncoded
        guard let cookie = await post("/login", form: form).cookie else { throw StageFailure.noLogIn }
        let fields: Fields = ["Cookie": cookie]
        guard let csrf = await get("/account", fields).formToken else { throw StageFailure.noLogIn }
        return (fields, csrf)
    }

    func logIn(
        _ login: String, _ password: String = Stage.password, at host: String = "here", from peer: String = "192.0.2.1",
        deviceToken: String? = nil
    ) async -> Response {
        let device = deviceToken.map { ", \"deviceToken\": \"\($0)\"" } ?? ""
        return await send(
            .post, "/api/v1/sessions", json: "{\"login\": \"\(login)\", \"password\": \"\(password)\"\(device)}",
            at: host, from: peer)
    }
}

enum StageFailure: Error { case noLogIn }

/// The response to `findSessions`.
struct Listing: Decodable {
    let items: [Item]

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

/// The response to `createSession`.
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
        get throws { try JSONDecoder().decode(Listing.self, from: Data(text.utf8)).items }
    }

    /// The content as a JSON object.
    func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }

    /// The `code` of a problem.
    var code: String? {
        struct Problem: Decodable { let code: String }
        return try? json(Problem.self).code
    }

    /// The `Cookie` field that a browser sends after this response.
    var cookie: String? { fields["Set-Cookie"].map { String($0.prefix { $0 != ";" }) } }

    /// The token in the forms of a page.
    var formToken: String? {
        text.firstRange(of: "name=\"csrf\" value=\"").map { String(text[$0.upperBound...].prefix { $0 != "\"" }) }
    }
}
