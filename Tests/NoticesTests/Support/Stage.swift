import Foundation
import HTTP
import Logging
import Postgres
import Tenancy
import TestSupport
import Web

@testable import Notices

/// Two tenants with accounts of some roles, and an application with the routes of this module.
struct Stage: Sendable {
    let database: TestDatabase
    let here: Tenant
    let there: Tenant
    let ruleCache: UpgradeRuleCache
    /// The observers, which are notified of changes as in the service.
    let observers: TenantObservers
    let application: Application

    /// Runs a test with its own database. Account numbers consist of role and tenant (see `StageAuthenticator`).
    static func with(limits: DismissalLimits = DismissalLimits(), _ body: (Stage) async throws -> Void) async throws {
        try await withDatabase { database in try await body(Stage(database, limits)) }
    }

    static let silence = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })

    private init(_ database: TestDatabase, _ limits: DismissalLimits) async throws {
        self.database = database
        here = try await database.tenant("here")
        there = try await database.tenant("there")
        try await database.sql(
            """
            insert into app.user_account (tenant_id, login, password_hash, role)
            select t.tenant_id, r.role, 'none', r.role
              from control.tenant t,
                   (values ('listener'), ('editor'), ('programmer'), ('operator'), ('admin')) as r (role)
            """)
        let data = database.tenants
        observers = data.observers
        let texts = NoticeTextStore(database: data)
        let rules = UpgradeRuleStore(database: data)
        let updates = ContentUpdateStore(database: data)
        ruleCache = UpgradeRuleCache(store: rules, logger: Self.silence)
        let live = Route("getLive", .get, "/api/v1/live", access: .everyone) { _, _ in .text("live") }
        let logOut = Route("deleteCurrentSession", .delete, "/api/v1/sessions/current", access: .account) { _, _ in
            .noContent
        }
        let page = Route("getStart", .get, "/", access: .everyone, errors: .page) { _, _ in .text("start") }
        let routes: [[Route]] = [
            AppConfigRoutes(store: AppConfigStore(database: data)).routes,
            NoticeRoutes(
                store: NoticeStore(database: data, limits: limits), texts: texts, rules: rules, updates: updates,
                ruleCache: ruleCache
            ).routes,
            NoticeTextRoutes(store: texts).routes,
            UpgradeRuleRoutes(store: rules, ruleCache: ruleCache).routes,
            ContentUpdateRoutes(store: updates).routes,
            AccountSettingsRoutes(store: AccountSettingsStore(database: data)).routes,
            BootstrapRoutes(
                database: data, record: FirstByHeader(),
                parts: LaunchParts.all(ruleCache: ruleCache) + [GuestPart()]
            ).routes,
            [live, logOut, page],
        ]
        let authenticator = StageAuthenticator(tenants: [here, there], database: data)
        application = Application(
            router: try Router(routes.flatMap(\.self)), probes: Probes { [] }, tenants: authenticator,
            authenticator: authenticator,
            gates: Gates(beforeCaller: [UpgradeGate(ruleCache: ruleCache)]), logger: Self.silence)
    }

    /// A resolver that finds tenants by their short names, and an authenticator that finds callers by "Bearer ROLE".
    private struct StageAuthenticator: TenantResolver, Authenticator {
        let tenants: [Tenant]
        let database: TenantDatabase

        func tenant(for authority: String?) async throws -> Tenant? { tenants.first { $0.slug == authority } }

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

    /// A record in which a header field of the request decides whether a launch is the first one.
    private struct FirstByHeader: LaunchRecord {
        func mark(_ request: Request, _ context: RequestContext) throws -> SQL {
            "select \(request.fields["X-First"] == "yes") as is_first"
        }
    }

    /// A part of another slice, with one member from two statements, or without a member.
    private struct GuestPart: BootstrapPart {
        let name = "guest"

        func statements(for launch: Launch) -> [SQL] {
            [
                "select \(launch.account) as account",
                "select login from app.user_account where tenant_id = \(launch.tenant.id)",
            ]
        }

        func value(for launch: Launch, _ rows: [[Row]]) async throws -> (any Encodable & Sendable)? {
            launch.isFirst ? nil : "\(rows[0].count) of \(rows[1].count)"
        }

        var valueForNobody: (any Encodable & Sendable)? { "nobody" }
    }

    /// Sends an API request.
    func send(
        _ method: HTTP.Method, _ target: String, _ json: String? = nil, as role: Role? = nil, at host: String = "here",
        _ fields: Fields = [:]
    ) async -> Answer {
        var fields = fields
        if let role { fields["Authorization"] = "Bearer \(role.rawValue)" }
        if json != nil { fields["Content-Type"] = "application/json" }
        let parts = target.split(separator: "?", maxSplits: 1)
        return Answer(
            await application.respond(
                to: Request(
                    method: method, path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : nil,
                    authority: host, fields: fields, body: Array((json ?? "").utf8))))
    }

    /// Creates a rule and returns its identifier.
    @discardableResult
    func rule(
        _ kind: String, _ range: String = "<2.0", platform: String = "ios", at host: String = "here"
    ) async throws -> String {
        let answer = await send(
            .post, "/api/v1/admin/upgrade-rules", Self.rule(kind, range, platform: platform), as: .admin, at: host)
        guard answer.status == 201 else { throw TestFailure.answer(answer.text) }
        return answer["id"] as? String ?? ""
    }

    static func rule(_ kind: String, _ range: String = "<2.0", platform: String = "ios") -> String {
        """
        {"platform": "\(platform)", "versionRange": "\(range)", "kind": "\(kind)",
         "message": "There is a new app.", "linkUrl": "https://store.example/app"}
        """
    }

    /// Returns the identifiers of the notices in a response.
    func notices(_ query: String = "", as role: Role? = nil, at host: String = "here") async throws -> [String] {
        let answer = await send(.get, "/api/v1/notices" + (query.isEmpty ? "" : "?" + query), as: role, at: host)
        guard let notices = answer["items"] as? [[String: Any]] else { throw TestFailure.answer(answer.text) }
        return notices.compactMap { $0["id"] as? String }
    }

    /// Returns the audit log, oldest first, as "login action subject".
    func audit() async throws -> [String] {
        try await database.sql("select actor, action, subject from app.audit_event order by event_id")
            .split(separator: "\n").map { String($0).replacing("|", with: " ") }
    }

    enum TestFailure: Error { case answer(String) }
}

/// A response with accessors for tests.
struct Answer {
    let status: Int
    let fields: Fields
    let text: String
    let representation: Representation?

    init(_ response: Response) {
        status = response.status.code
        fields = response.fields
        switch response.content {
        case .bytes(let bytes): (text, representation) = (String(decoding: bytes, as: UTF8.self), nil)
        case .representation(let value):
            (text, representation) = (String(decoding: value.identity, as: UTF8.self), value)
        case .none, .events, .stream: (text, representation) = ("", nil)
        }
    }

    var json: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]) ?? [:] }

    subscript(_ member: String) -> Any? { json[member] }

    /// The fields of the faults, in order.
    var faults: [String] { (json["faults"] as? [[String: Any]] ?? []).compactMap { $0["field"] as? String } }
}
