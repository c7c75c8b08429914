import HTTP
import Postgres
import Tenancy
import Web

/// The endpoint `/api/v1/bootstrap`, which returns the data that an app needs at launch in one response (spec R8). Visitors get only the parts that
/// have a value without an account (spec L2).
public struct BootstrapRoutes: Sendable {
    private let database: TenantDatabase
    private let record: any LaunchRecord
    private let parts: [any BootstrapPart]

    /// Creates the endpoint. Two parts must not have the same name.
    public init(database: TenantDatabase, record: any LaunchRecord, parts: [any BootstrapPart]) {
        self.database = database
        self.record = record
        self.parts = parts
    }

    public var routes: [Route] {
        [
            Route(
                "getBootstrap", .get, "/api/v1/bootstrap", access: .visitor,
                query: ["appVersion", "device", "platform"], endpoint: getBootstrap)
        ]
    }

    /// Answers `getBootstrap` with the values of all parts. A signed-in caller gets 400 or 422 for an invalid query, and 401 if the session has just
    /// ended. One transaction runs the statements of all parts and records the launch. For a visitor, the query is not checked.
    func getBootstrap(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let account = context.caller?.userID else {
            var members: [String: any Encodable & Sendable] = [:]
            for part in parts { members[part.name] = part.valueForNobody }
            return try .json(BootstrapView(members: members), fields: ["Cache-Control": "no-store"])
        }
        var launch = Launch(tenant: context.tenant, account: account, recipient: try NoticeRecipient(request, context))
        let questions = parts.map { $0.statements(for: launch) }
        var rows = try await database.batch(
            in: context.tenant.id, [try record.mark(request, context)] + questions.joined(), idempotent: true)[...]
        guard let mark = rows.removeFirst().first else { throw APIError.notLoggedIn }
        launch.isFirst = try mark("is_first")
        var members: [String: any Encodable & Sendable] = [:]
        for (part, statements) in zip(parts, questions) {
            members[part.name] = try await part.value(for: launch, Array(rows.prefix(statements.count)))
            rows = rows.dropFirst(statements.count)
        }
        return try .json(BootstrapView(members: members), fields: ["Cache-Control": "no-store"])
    }
}
