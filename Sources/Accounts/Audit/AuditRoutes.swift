import HTTP
import Web

/// The routes of the audit log: JSON, CSV and a page.
public struct AuditRoutes: Sendable {
    private let store: AuditStore

    private static let listed = (standard: 50, most: 200)
    /// The default and the maximum number of entries in a CSV file. The number is limited because the file is built in memory.
    private static let tabled = (standard: 10_000, most: 10_000)

    public init(store: AuditStore) { self.store = store }

    public var routes: [Route] {
        let query: Set<String> = ["action", "actor", "cursor", "from", "limit", "to"]
        let route = RouteGroup("/api/v1/admin", access: .permission(.readAudit))
        let page = RouteGroup("/admin", access: .permission(.readAudit), errors: .page)
        return [
            route("findAuditEvents", .get, "/audit", query: query, findAuditEvents),
            route("getAuditTable", .get, "/audit.csv", query: query, getAuditTable),
            page("getAuditPage", .get, "/audit", getAuditPage),
        ]
    }

    /// Answers `findAuditEvents` with one page of the audit log, newest first.
    @Sendable
    func findAuditEvents(_ request: Request, _ context: RequestContext) async throws -> Response {
        let query = try AuditQuery(request.queryFields(), limits: Self.listed)
        let (entries, next) = try await store.entries(query, in: context.tenant.id)
        return try .json(
            ListView(entries.map(AuditEventView.init), next: next?.cursor(AuditQuery.list).description),
            fields: ["Cache-Control": "no-store"])
    }

    /// Answers `getAuditTable` with up to 10,000 entries as CSV, newest first. If there are more, `Link` refers to the next part (RFC 8288).
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

    /// Answers `getAuditPage` with one page of the audit log; the first page without a filter has a chart. For an invalid filter, the page shows the
    /// form with the error and no entries.
    @Sendable
    func getAuditPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.queryFields()
        var filterValues: [String: String] = [:]
        for name in Self.filters { filterValues[name] = try fields.optional(name) }
        do {
            let query = try await inTenantsZone(AuditQuery(fields, limits: Self.listed), filterValues, context)
            let (entries, next) = try await store.entries(query, in: context.tenant.id)
            let older = try next.map { try Self.query(fields, after: $0) }
            let times = try await store.wallClock(entries.map(\.at), in: context.tenant.timeZone, of: context.tenant.id)
            var page = AuditPage(
                context: context, entries: Array(zip(entries, times)), older: older, filterValues: filterValues)
            page.tableFilter = filterValues
            page.tableFilter["from"] = query.from?.description
            page.tableFilter["to"] = query.to?.description
            if filterValues.values.allSatisfy(\.isEmpty), query.after == nil {
                page.actionsByDay = try await store.actionsByDay(
                    until: .now, in: context.tenant.timeZone, of: context.tenant.id)
            }
            return page.response()
        } catch let error as APIError {
            return AuditPage(context: context, entries: [], older: nil, filterValues: filterValues, problem: error)
                .response()
        }
    }

    /// Returns the query with the dates of the form converted to the tenant's time zone. `AuditQuery` reads dates in UTC, as the API does. Date-times
    /// stay unchanged.
    private func inTenantsZone(
        _ query: AuditQuery, _ filterValues: [String: String], _ context: RequestContext
    ) async throws -> AuditQuery {
        var query = query
        let (zone, tenant) = (context.tenant.timeZone, context.tenant.id)
        if filterValues["from"]?.utf8.count == 10, let from = query.from {
            query.from = try await store.instant(whenShowing: from, in: zone, of: tenant)
        }
        if filterValues["to"]?.utf8.count == 10, let to = query.to {
            query.to = try await store.instant(whenShowing: to, in: zone, of: tenant)
        }
        return query
    }

    private static let filters = ["from", "to", "actor", "action"]

    private static func query(_ fields: FormFields, after position: TimePosition) throws(APIError) -> String {
        var parts: [String] = []
        for name in filters + ["limit"] {
            guard let value = try fields.optional(name), !value.isEmpty else { continue }
            parts.append("\(name)=\(value.percentEncoded)")
        }
        return (parts + ["cursor=\(position.cursor(AuditQuery.list))"]).joined(separator: "&")
    }
}
