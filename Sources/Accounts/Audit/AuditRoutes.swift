import HTTP
import Web

/// The record of privileged acts: for programs, as a table, and as a page.
public struct AuditRoutes: Sendable {
    private let store: AuditStore

    /// Entries of one answer.
    private static let listed = (standard: 50, most: 200)
    /// Rows of one table: some megabytes at the most, made in one piece. The rest is behind the `Link` field.
    private static let tabled = (standard: 10_000, most: 10_000)

    public init(store: AuditStore) { self.store = store }

    public var routes: [Route] {
        [
            Route(
                "findAuditEvents", .get, "/api/v1/admin/audit", access: .permission(.readAudit),
                query: ["action", "actor", "cursor", "from", "limit", "to"],
                endpoint: findAuditEvents),
            Route(
                "getAuditTable", .get, "/api/v1/admin/audit.csv", access: .permission(.readAudit),
                query: ["action", "actor", "cursor", "from", "limit", "to"],
                endpoint: getAuditTable),
            Route(
                "getAuditPage", .get, "/admin/audit", access: .permission(.readAudit), errors: .page,
                endpoint: getAuditPage),
        ]
    }

    /// Answers `findAuditEvents`.
    @Sendable
    func findAuditEvents(_ request: Request, _ context: RequestContext) async throws -> Response {
        let query = try AuditQuery(request.queryFields(), limits: Self.listed)
        let (entries, next) = try await store.entries(query, in: context.tenant.id)
        return try .json(AuditListView(entries, next: next), fields: ["Cache-Control": "no-store"])
    }

    /// Answers `getAuditTable`. Where there is more, `Link` leads on (RFC 8288).
    @Sendable
    func getAuditTable(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.queryFields()
        let query = try AuditQuery(fields, limits: Self.tabled)
        let (entries, next) = try await store.entries(query, in: context.tenant.id)
        var answer: Fields = [
            "Cache-Control": "no-store", "Content-Disposition": "attachment; filename=\"audit.csv\"",
        ]
        if let next {
            let rest = try Self.query(fields, after: next)
            answer["Link"] = "</api/v1/admin/audit.csv?\(rest)>; rel=\"next\""
        }
        return .bytes(AuditTableView.bytes(of: entries), mediaType: CSV.mediaType, fields: answer)
    }

    /// Answers `getAuditPage`. A filter that cannot be read is told above the form, where it is to be put right.
    @Sendable
    func getAuditPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.queryFields()
        var asked: [String: String] = [:]
        for name in Self.filters { asked[name] = try fields.optional(name) }
        do {
            let query = try await inTenantsZone(AuditQuery(fields, limits: Self.listed), asked, context)
            let (entries, next) = try await store.entries(query, in: context.tenant.id)
            let older = try next.map { try Self.query(fields, after: $0) }
            let times = try await store.wallClock(entries.map(\.at), in: context.tenant.timeZone, of: context.tenant.id)
            var page = AuditPage(context: context, entries: Array(zip(entries, times)), older: older, asked: asked)
            if asked.values.allSatisfy(\.isEmpty), query.after == nil {
                page.acts = try await store.acts(until: .now, in: context.tenant.timeZone, of: context.tenant.id)
            }
            return page.response()
        } catch let error as APIError {
            return AuditPage(context: context, entries: [], older: nil, asked: asked, problem: error).response()
        }
    }

    /// Days of the form are days of the tenant's time zone, where the interface has those of UTC.
    private func inTenantsZone(
        _ query: AuditQuery, _ asked: [String: String], _ context: RequestContext
    ) async throws -> AuditQuery {
        var query = query
        let (zone, tenant) = (context.tenant.timeZone, context.tenant.id)
        if asked["from"]?.utf8.count == 10, let from = query.from {
            query.from = try await store.instant(whenShowing: from, in: zone, of: tenant)
        }
        if asked["to"]?.utf8.count == 10, let to = query.to {
            query.to = try await store.instant(whenShowing: to, in: zone, of: tenant)
        }
        return query
    }

    private static let filters = ["from", "to", "actor", "action"]

    /// The query of the same filter from another place on.
    private static func query(_ fields: FormFields, after place: TimePlace) throws(APIError) -> String {
        var parts: [String] = []
        for name in filters + ["limit"] {
            guard let value = try fields.optional(name), !value.isEmpty else { continue }
            parts.append("\(name)=\(value.percentEncoded)")
        }
        return (parts + ["cursor=\(place.cursor(AuditQuery.list))"]).joined(separator: "&")
    }
}
