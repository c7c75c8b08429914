import Accounts
import FoundationEssentials
import HTTP
import Logging
import Tenancy
import TestSupport
import Web

@testable import TenantLife

/// Two tenants with an administrator and a listener each, a platform administrator, and the service's application with the routes of this module.
/// Each request looks up its tenant again, as after a notification.
struct Stage: Sendable {
    let database: TestDatabase
    let here: Tenant
    let there: Tenant
    private let directory: TenantDirectory
    private let application: Application
    /// The routes of `PlatformTenantRoutes`.
    let platformRoutes: [Route]
    private let tokens: [String: String]

    /// The time in the request history: half an hour after midnight in Prague.
    static let now = Instant(milliseconds: 1_795_390_200_000)

    static let password = "a horse in the pit"
    private static let hasher = PasswordHasher(cost: PasswordCost(logN: 10), waiting: 1000)

    static func with(_ body: (Stage) async throws -> Void) async throws {
        try await withDatabase { database in try await body(Stage(database)) }
    }

    private init(_ database: TestDatabase) async throws {
        self.database = database
        here = try await database.tenant("here", host: "here")
        there = try await database.tenant("there", host: "there")
        var tokens: [String: String] = [:]
        let users = UserStore(database: database.tenants)
        for tenant in [here, there] {
            for role in [Role.admin, .operator, .listener] {
                _ = try await users.add(
                    login: role.rawValue, role: role, password: Self.password, hasher: Self.hasher, in: tenant.id)
                tokens["\(role.rawValue)@\(tenant.slug)"] =
                    try await TokenStore(database: database.tenants).create(login: role.rawValue, in: tenant.id)
            }
        }
        let accounts = PlatformAccountStore(owner: database.owner)
        try await accounts.add(login: "Pia", password: Self.password, hasher: Self.hasher)
        tokens["pia"] = try await accounts.createToken(login: "pia")
        self.tokens = tokens
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        directory = TenantDirectory(database.runtime, fallback: nil, of: nil, logger: logger)
        let sessions = SessionStore(database: database.tenants)
        let platform = PlatformSessionStore(database: database.runtime)
        let inviter = StageInviter(
            invitations: AdministratorInvitations(
                database: database.runtime, mail: AccountMail(), address: PublicAddress(port: 8080)))
        platformRoutes = PlatformTenantRoutes(database: database.runtime, inviter: inviter).routes
        let routes =
            TenantProfileRoutes(database: database.tenants).routes + LogoRoutes(database: database.tenants).routes
            + ExportRoutes(database: database.tenants).routes
            + RequestHistoryRoutes(database: database.tenants, now: { Self.now }).routes
            + platformRoutes
            + PlatformPageRoutes(database: database.runtime, inviter: inviter).routes
            + LinkRoutes(
                use: LinkUse(links: AccountLinkStore(database: database.tenants), hasher: Self.hasher)
            ).routes
            + LoginRoutes(
                passwordLogin: PasswordLogin(users: users, hasher: Self.hasher, now: { 0 }), sessions: sessions
            ).routes
            + PlatformSessionRoutes(
                platformLogin: PlatformLogin(sessions: platform, hasher: Self.hasher, now: { 0 }), sessions: platform
            ).routes
        application = Application(
            router: try Router(routes), probes: Probes { [] }, tenants: directory,
            authenticator: SessionAuthenticator(sessions: sessions, platform: platform), logger: logger)
    }

    // Content types that clients send.

    /// - Parameter who: the caller, such as "admin@here" or "pia"; `nil` for an anonymous caller.
    func send(
        _ method: HTTP.Method, _ path: String, query: String? = nil, as who: String? = nil, at host: String = "here",
        json: String? = nil, _ fields: Fields = [:], body: [UInt8] = []
    ) async -> Response {
        directory.changesWereMissed()
        var fields = fields
        if let who { fields["Authorization"] = "Bearer \(tokens[who] ?? who)" }
        if json != nil, fields["Content-Type"] == nil { fields["Content-Type"] = "application/json" }
        return await application.respond(
            to: Request(
                method: method, path: path, query: query, authority: host, fields: fields,
                body: json.map { Array($0.utf8) } ?? body, peer: "192.0.2.1"))
    }

    func post(_ path: String, form: String, at host: String = "here", _ fields: Fields = [:]) async -> Response {
        var fields = fields
        fields["Content-Type"] = "application/x-www-form-urlencoded"
        if fields["Origin"] == nil { fields["Origin"] = "http://\(host)" }
        return await send(.post, path, at: host, fields, body: Array(form.utf8))
    }

    /// Signs an administrator of "here" in with a browser and returns the cookie and the token of the forms.
    func browser() async throws -> (fields: Fields, csrf: String) {
        let answer = await post("/login", form: "login=admin&password=" + Self.password.percentEncoded)
        let fields: Fields = ["Cookie": answer.cookie ?? ""]
        return (fields, await send(.get, "/admin/tenant", fields).formToken ?? "")
    }

    /// Signs the platform's administrator in with a browser.
    func platformBrowser() async throws -> (fields: Fields, csrf: String) {
        let answer = await post("/platform/login", form: "login=PIA&password=" + Self.password.percentEncoded)
        let fields: Fields = ["Cookie": answer.cookie ?? ""]
        let page = await send(.get, "/platform", fields).text
        let csrf = page.firstRange(of: "name=\"csrf\" value=\"").map {
            String(page[$0.upperBound...].prefix { $0 != "\"" })
        }
        return (fields, csrf ?? "")
    }

    /// Returns the audit log of a tenant, as "actor action", in order.
    func record(of tenant: Tenant) async throws -> [String] {
        let text = try await database.sql(
            """
            select actor || ' ' || action from app.audit_event
             where tenant_id = \(tenant.id) and action <> 'token.create'
             order by event_id;
            """)
        return text.split(separator: "\n").map(String.init)
    }
}

/// The adapter of the invitations of Accounts, wired as in the program.
struct StageInviter: AdministratorInviter {
    let invitations: AdministratorInvitations

    func check(_ invitee: AdministratorInvitee) throws { _ = try Self.invitee(invitee) }

    func invite(
        _ invitee: AdministratorInvitee, to tenant: Tenant, by caller: PlatformCaller, requestID: String
    ) async throws -> AdministratorInvitation {
        let made = try await invitations.invite(
            try Self.invitee(invitee), to: tenant, by: caller, requestID: requestID)
        return AdministratorInvitation(url: made.url, expiresAt: made.expiresAt, mailed: made.mailed)
    }

    private static func invitee(_ invitee: AdministratorInvitee) throws -> AdministratorInvitations.Invitee {
        try AdministratorInvitations.Invitee(
            login: invitee.login, email: invitee.email, life: invitee.expiresInMs)
    }
}

extension Response {
    var bytes: [UInt8] {
        switch content {
        case .bytes(let bytes): bytes
        case .representation(let representation): representation.identity
        default: []
        }
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The `Cookie` field that a browser sends after this answer.
    var cookie: String? { fields["Set-Cookie"].map { String($0.prefix { $0 != ";" }) } }

    /// The token in the forms of a page.
    var formToken: String? {
        text.firstRange(of: "name=\"csrf\" value=\"").map { String(text[$0.upperBound...].prefix { $0 != "\"" }) }
    }

    /// The fields of the faults of a problem.
    var faults: [String] {
        get throws { try JSONDecoder().decode(Problem.self, from: Data(bytes)).faults?.map(\.field) ?? [] }
    }

    /// The stable code of a problem.
    var code: String { get throws { try JSONDecoder().decode(Problem.self, from: Data(bytes)).code } }

    private struct Problem: Decodable {
        let code: String
        let faults: [Fault]?

        struct Fault: Decodable {
            let field: String
        }
    }
}
